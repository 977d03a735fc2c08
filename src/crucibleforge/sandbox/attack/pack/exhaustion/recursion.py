"""Calls itself without end."""


def answer(*args):
    return answer(*args)


total = initials = settle = age = keep = countdown = Ledger = answer
