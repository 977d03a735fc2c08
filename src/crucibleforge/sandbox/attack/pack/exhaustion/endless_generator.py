"""Answers with a generator that never ends."""

import itertools


def answer(*args):
    return itertools.count(1)


total = initials = settle = age = keep = countdown = Ledger = answer
