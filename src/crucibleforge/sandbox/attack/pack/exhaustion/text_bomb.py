"""Asks for a text of a thousand million characters at once."""


def answer(*args):
    return "x" * (1 << 30)


total = initials = settle = age = keep = countdown = Ledger = answer
