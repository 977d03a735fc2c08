"""Raises an exception that takes for ever to tell."""


class Slow(Exception):
    def __str__(self):
        while True:
            pass


def total(numbers):
    raise Slow


initials = settle = age = keep = countdown = Ledger = len
