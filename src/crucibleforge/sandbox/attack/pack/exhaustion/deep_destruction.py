"""Builds a chain of a million objects and lets go of its end."""


def total(numbers):
    held = None
    for _ in range(10**6):
        held = (held,)
    del held
    return 0


initials = settle = age = keep = countdown = Ledger = len
