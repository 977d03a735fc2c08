"""Computes a power of a hundred million digits."""


def answer(*args):
    return 7**10**8


total = initials = settle = age = keep = countdown = Ledger = answer
