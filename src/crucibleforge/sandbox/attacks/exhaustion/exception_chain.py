"""Raises an exception with a hundred thousand causes."""


def answer(*args):
    last = None
    for number in range(100_000):
        error = ValueError(number)
        error.__cause__ = error.__context__ = last
        last = error
    raise last


total = initials = settle = age = keep = countdown = Ledger = answer
