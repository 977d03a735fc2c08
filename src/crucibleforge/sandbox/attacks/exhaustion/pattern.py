"""Has a regular expression try every way to match what can't match."""

import re


def answer(*args):
    return re.match("(a*)*b", "a" * 60)


total = initials = settle = age = keep = countdown = Ledger = answer
