"""Sends halves of characters, which no text may hold, as values and as names."""

import wit_world


def answer(*args):
    if len(str(args)) % 2:
        wit_world.exchange('{"ok": {"t": "h", "i": 1, "c": "\\ud800"}}')
    else:
        wit_world.exchange('{"err": ["\\udfff"], "msg": "\\ud800", "args": null, "h": null}')


total = initials = settle = age = keep = countdown = Ledger = answer
