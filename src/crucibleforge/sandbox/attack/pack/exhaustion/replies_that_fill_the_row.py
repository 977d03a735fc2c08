"""Answers in sizes that fill the place where replies wait to the last byte, and one more."""

import wit_world

_PLACE = (8 << 20) + 4
_HEAD = 4


def answer(*args):
    wit_world.exchange('{"ok": "' + "x" * (_PLACE - 2 * _HEAD - 12) + '"}')
    wit_world.exchange("")
    return "x" * 100


total = initials = settle = age = keep = countdown = Ledger = answer
