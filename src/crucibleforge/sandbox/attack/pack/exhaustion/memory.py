"""Asks for more and more memory, and keeps it."""


def total(numbers):
    return [bytearray(1 << 22) for _ in range(10**6)]


def answer(*args):
    return bytearray(1 << 29)


initials = settle = age = keep = countdown = Ledger = answer
