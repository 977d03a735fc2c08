"""Hides calls of the test's functions inside a batch."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    reply(replies=[{"callback": 0, "a": [2], "k": {}}])


total = initials = settle = age = keep = countdown = Ledger = answer
