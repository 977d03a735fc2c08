"""Loops inside a builtin, where no Python code runs that could be stopped."""


def total(numbers):
    return sum(iter(int, 1))


initials = settle = age = keep = countdown = Ledger = len
