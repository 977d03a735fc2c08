"""Calls itself without end, with the interpreter's limit lifted."""

import sys

sys.setrecursionlimit(10**8)


def total(numbers):
    return total(numbers)


initials = settle = age = keep = countdown = Ledger = len
