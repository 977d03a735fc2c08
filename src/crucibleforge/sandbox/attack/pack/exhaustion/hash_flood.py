"""Fills a dict with keys that all have the same hash."""


def total(numbers):
    return {number * (2**31 - 1): number for number in range(50_000)}


initials = settle = age = keep = countdown = Ledger = len
