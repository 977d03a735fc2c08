"""Loops inside a builtin, where no Python code runs that could be stopped."""


def answer(*args):
    return sum(iter(int, 1))


total = initials = settle = age = keep = countdown = Ledger = answer
