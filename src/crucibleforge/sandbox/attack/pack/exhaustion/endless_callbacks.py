"""Calls the test's function without end."""


def keep(wanted, items):
    while True:
        wanted(1)


def answer(*args):
    return keep(answer, args)


total = initials = settle = age = countdown = Ledger = answer
