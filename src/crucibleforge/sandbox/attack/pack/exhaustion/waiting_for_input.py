"""Waits for somebody to type something."""

import os


def answer(*args):
    return os.read(0, 1) or input()


total = initials = settle = age = keep = countdown = Ledger = answer
