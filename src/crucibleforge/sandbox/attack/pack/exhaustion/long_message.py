"""Raises an exception with fifty million characters of text and as many arguments."""


def total(numbers):
    raise ValueError("x" * 50_000_000, *range(1_000_000))


def answer(*args):
    raise ValueError("x" * 1_000_000)


initials = settle = age = keep = countdown = Ledger = answer
