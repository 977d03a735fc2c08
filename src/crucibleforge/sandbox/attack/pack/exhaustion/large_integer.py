"""Answers with an integer of thirty million bits."""


def total(numbers):
    return 1 << 30_000_000


initials = settle = age = keep = countdown = Ledger = len
