"""Hides calls of the test's functions inside a batch."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(replies=[{"callback": 0, "a": [2], "k": {}}])


total = initials = settle = age = keep = countdown = Ledger = answer
