"""Answers with a list of ten million numbers."""


def answer(*args):
    return [0] * 10_000_000


total = initials = settle = age = keep = countdown = Ledger = answer
