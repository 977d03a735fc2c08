"""Calls itself without end, with the interpreter's limit lifted."""

import sys

sys.setrecursionlimit(10**8)


def answer(*args):
    return answer(*args)


total = initials = settle = age = keep = countdown = Ledger = answer
