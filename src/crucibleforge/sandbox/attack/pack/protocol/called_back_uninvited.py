"""Calls a function of the test's that it was never given."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    return reply(callback=0, a=[], k={})["ok"]


total = initials = settle = age = keep = countdown = Ledger = answer
