"""Asks for random bytes without end, which are made outside."""

import os


def total(numbers):
    while True:
        os.urandom(4096)


initials = settle = age = keep = countdown = Ledger = len
