"""Sends JSON that isn't an object: a list, a number, nothing."""

import wit_world

_FRAMES = ["[]", "6", "null", '"ok"', "true", ""]


def answer(*args):
    wit_world.send(_FRAMES[len(str(args)) % len(_FRAMES)])
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
