"""Asks for random bytes without end, which are made outside."""

import os


def answer(*args):
    while True:
        os.urandom(4096)


total = initials = settle = age = keep = countdown = Ledger = answer
