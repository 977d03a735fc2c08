"""Prints without end."""


def total(numbers):
    while True:
        print("x" * 1000)


initials = settle = age = keep = countdown = Ledger = len
