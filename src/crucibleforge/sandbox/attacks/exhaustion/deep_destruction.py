"""Builds a chain of a million objects and lets go of its end."""


def answer(*args):
    held = None
    for _ in range(10**6):
        held = (held,)
    del held
    return 0


total = initials = settle = age = keep = countdown = Ledger = answer
