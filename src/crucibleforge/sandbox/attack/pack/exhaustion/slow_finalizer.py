"""Leaves objects behind that take for ever to be destroyed."""


class Slow:
    def __del__(self):
        while True:
            pass


def total(numbers):
    Slow()
    return 0


initials = settle = age = keep = countdown = Ledger = len
