"""Leaves objects behind that take for ever to be destroyed."""


class Slow:
    def __del__(self):
        while True:
            pass


def answer(*args):
    Slow()
    return 0


total = initials = settle = age = keep = countdown = Ledger = answer
