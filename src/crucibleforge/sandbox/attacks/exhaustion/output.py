"""Prints without end."""


def answer(*args):
    while True:
        print("x" * 1000)


total = initials = settle = age = keep = countdown = Ledger = answer
