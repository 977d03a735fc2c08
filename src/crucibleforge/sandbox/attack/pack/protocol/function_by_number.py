"""Answers with functions and iterators of the test's own, which only the test may hand out."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok={"t": ("function", "iterator")[len(str(args)) % 2], "i": 0})


total = initials = settle = age = keep = countdown = Ledger = answer
