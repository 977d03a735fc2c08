"""Sends the numbers that JSON doesn't have: NaN and infinities."""

import wit_world


def answer(*args):
    while True:
        wit_world.send('{"ok": [NaN, Infinity, -Infinity, 1e999999999]}')
        wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
