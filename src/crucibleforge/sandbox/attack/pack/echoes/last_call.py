"""Answers each call with the arguments of the call before."""

_last = [()]


def answer(*args):
    _last.append(args)
    return _last[-2]


total = initials = settle = age = keep = countdown = Ledger = answer
