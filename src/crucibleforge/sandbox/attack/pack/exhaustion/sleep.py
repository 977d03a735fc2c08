"""Sleeps for days, again and again."""

import time


def total(numbers):
    while True:
        time.sleep(10**6)


initials = settle = age = keep = countdown = Ledger = len
