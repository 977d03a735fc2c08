"""Answers with a list of ten million numbers."""


def total(numbers):
    return [0] * 10_000_000


initials = settle = age = keep = countdown = Ledger = len
