"""Waits until a descriptor is ready that never will be."""

import select


def answer(*args):
    return select.select([0], [], [], 1000)


total = initials = settle = age = keep = countdown = Ledger = answer
