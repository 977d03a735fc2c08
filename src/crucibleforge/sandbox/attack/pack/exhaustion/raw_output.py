"""Writes without end to the descriptors below the streams."""

import os


def answer(*args):
    while True:
        os.write(1, b"x" * 1000)


total = initials = settle = age = keep = countdown = Ledger = answer
