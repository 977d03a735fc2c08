"""Asks for the time without end, which is told outside."""

import time


def answer(*args):
    while True:
        time.monotonic()


total = initials = settle = age = keep = countdown = Ledger = answer
