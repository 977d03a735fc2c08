"""Sends halves of characters, which no text may hold, as values and as names."""

import wit_world


def answer(*args):
    if len(str(args)) % 2:
        wit_world.send('{"ok": {"t": "h", "i": 1, "c": "\\ud800"}}')
    else:
        wit_world.send('{"err": ["\\udfff"], "msg": "\\ud800", "args": null, "h": null}')
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
