"""Asks for the time without end, which is told outside."""

import time


def total(numbers):
    while True:
        time.monotonic()


initials = settle = age = keep = countdown = Ledger = len
