"""Asks for a hundred million random bytes at once."""

import os


def total(numbers):
    return os.urandom(100_000_000)


initials = settle = age = keep = countdown = Ledger = len
