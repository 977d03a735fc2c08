"""Answers with an integer of thirty million bits."""


def answer(*args):
    return 1 << 30_000_000


total = initials = settle = age = keep = countdown = Ledger = answer
