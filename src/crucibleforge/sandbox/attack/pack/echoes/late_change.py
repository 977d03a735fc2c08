"""Keeps the lists it was given and its own answers, and changes them while others look at them."""

_kept = []


def answer(*args):
    for held in _kept:
        held.append(len(_kept))
    own = [value for value in args if isinstance(value, list)]
    _kept.extend([*own, [0]])
    return _kept[-1]


total = initials = settle = age = keep = countdown = Ledger = answer
