"""Sends a frame of eight mebibytes and one byte."""

import wit_world


def answer(*args):
    wit_world.exchange('{"ok":"' + "x" * ((8 << 20) + 1 - 9) + '"}')


total = initials = settle = age = keep = countdown = Ledger = answer
