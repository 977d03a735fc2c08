"""Raises an exception with a hundred thousand causes."""


def total(numbers):
    last = None
    for number in range(100_000):
        error = ValueError(number)
        error.__cause__ = error.__context__ = last
        last = error
    raise last


initials = settle = age = keep = countdown = Ledger = len
