"""Remembers arguments by identity, and answers an object it has seen with the one seen before it."""

_seen = {}


def answer(*args):
    before = list(_seen.values())
    for value in args:
        _seen[id(value)] = value
    return before[-1] if before else None


total = initials = settle = age = keep = countdown = Ledger = answer
