"""Sends the numbers that JSON doesn't have: NaN and infinities."""

import wit_world


def answer(*args):
    while True:
        wit_world.exchange('{"ok": [NaN, Infinity, -Infinity, 1e999999999]}')


total = initials = settle = age = keep = countdown = Ledger = answer
