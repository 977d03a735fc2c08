"""Answers with what it was given."""


def answer(*args):
    return args[-1] if args else answer


total = initials = settle = age = keep = countdown = Ledger = answer
