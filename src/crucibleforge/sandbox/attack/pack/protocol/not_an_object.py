"""Sends JSON that isn't an object: a list, a number, nothing."""

import wit_world

_FRAMES = ["[]", "6", "null", '"ok"', "true", ""]


def answer(*args):
    wit_world.exchange(_FRAMES[len(str(args)) % len(_FRAMES)])


total = initials = settle = age = keep = countdown = Ledger = answer
