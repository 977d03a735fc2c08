"""Sleeps for days, again and again."""

import time


def answer(*args):
    while True:
        time.sleep(10**6)


total = initials = settle = age = keep = countdown = Ledger = answer
