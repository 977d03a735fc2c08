"""Sends frames full of null characters, before, inside and after the JSON."""

import wit_world


def answer(*args):
    wit_world.exchange("\0" * 1000 + '{"ok": 6}\0' if len(str(args)) % 2 else '{"ok": "\\u0000"}')


total = initials = settle = age = keep = countdown = Ledger = answer
