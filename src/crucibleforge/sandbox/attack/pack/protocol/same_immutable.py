"""Claims that its result is the first argument, which can't change, or the function's own place."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok=5, same=0)
    reply(ok=5, same="numbers")


total = initials = settle = age = keep = countdown = Ledger = answer
