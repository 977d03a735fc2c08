"""Raises an exception with five thousand ancestors."""


def answer(*args):
    kind = ValueError
    for number in range(5_000):
        kind = type(f"Child{number}", (kind,), {})
    raise kind


total = initials = settle = age = keep = countdown = Ledger = answer
