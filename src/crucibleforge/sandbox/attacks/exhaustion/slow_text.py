"""Raises an exception that takes for ever to tell."""


class Slow(Exception):
    def __str__(self):
        while True:
            pass


def answer(*args):
    raise Slow


total = initials = settle = age = keep = countdown = Ledger = answer
