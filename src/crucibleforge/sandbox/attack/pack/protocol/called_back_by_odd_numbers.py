"""Calls functions of the test's by numbers that are negative, enormous, true or no numbers."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_NUMBERS = [-1, 1 << 40, True, "0", None, [0], 0.0]


def answer(*args):
    reply(callback=_NUMBERS[len(str(args)) % len(_NUMBERS)], a=[1], k={})


total = initials = settle = age = keep = countdown = Ledger = answer
