"""Turns enormous numbers into text and back, with the interpreter's guard switched off."""

import sys

sys.set_int_max_str_digits(0)


def answer(*args):
    return int(str(1 << 20_000_000))


total = initials = settle = age = keep = countdown = Ledger = answer
