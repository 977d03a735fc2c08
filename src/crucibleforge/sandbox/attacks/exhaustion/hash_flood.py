"""Fills a dict with keys that all have the same hash."""


def answer(*args):
    return {number * (2**31 - 1): number for number in range(50_000)}


total = initials = settle = age = keep = countdown = Ledger = answer
