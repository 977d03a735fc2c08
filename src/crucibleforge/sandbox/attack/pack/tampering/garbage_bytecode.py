"""Runs random bytes as bytecode."""


def _victim():
    return 6


_victim.__code__ = _victim.__code__.replace(co_code=bytes(range(1, 255)) * 4)


def answer(*args):
    return _victim()


total = initials = settle = age = keep = countdown = Ledger = answer
