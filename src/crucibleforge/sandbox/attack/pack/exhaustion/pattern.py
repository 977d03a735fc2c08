"""Has a regular expression try every way to match what can't match."""

import re


def total(numbers):
    return re.match("(a*)*b", "a" * 60)


initials = settle = age = keep = countdown = Ledger = len
