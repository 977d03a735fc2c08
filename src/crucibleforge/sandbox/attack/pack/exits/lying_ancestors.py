"""Raises an exception whose class invents its line of ancestors, and its name."""


class Inventive(type):
    def mro(cls):
        return [cls, ValueError, LookupError, *Exception.__mro__]

    @property
    def __name__(cls):
        return "AssertionError"


class Strange(Exception, metaclass=Inventive):
    pass


def answer(*args):
    raise Strange


total = initials = settle = age = keep = countdown = Ledger = answer
