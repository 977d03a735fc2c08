"""Raises an exception with five thousand ancestors."""


def total(numbers):
    kind = ValueError
    for number in range(5_000):
        kind = type(f"Child{number}", (kind,), {})
    raise kind


initials = settle = age = keep = countdown = Ledger = len
