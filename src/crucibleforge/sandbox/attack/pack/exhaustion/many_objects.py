"""Answers with a hundred thousand objects, for each of which the asking side has to keep a stand-in."""


def total(numbers):
    return [object() for _ in range(100_000)]


initials = settle = age = keep = countdown = Ledger = len
