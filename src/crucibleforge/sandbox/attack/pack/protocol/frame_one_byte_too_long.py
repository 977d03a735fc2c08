"""Sends a frame of eight mebibytes and one byte."""

import wit_world


def answer(*args):
    wit_world.send('{"ok":"' + "x" * ((8 << 20) + 1 - 9) + '"}')
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
