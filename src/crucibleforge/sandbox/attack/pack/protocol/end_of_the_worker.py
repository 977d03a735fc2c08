"""Sends text that looks like the worker's own frames, with a letter, fuel and an end."""

import wit_world


def answer(*args):
    wit_world.exchange("X" + "\0" * 8 + '{"end": "end", "detail": ""}')
    wit_world.exchange("R" + "\x7f" * 8 + '{"ok": 6}')


total = initials = settle = age = keep = countdown = Ledger = answer
