"""Computes a power of a hundred million digits."""


def total(numbers):
    return 7**10**8


initials = settle = age = keep = countdown = Ledger = len
