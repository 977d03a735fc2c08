"""Asks for a hundred million random bytes at once."""

import os


def answer(*args):
    return os.urandom(100_000_000)


total = initials = settle = age = keep = countdown = Ledger = answer
