"""Calls the test's function with frames that lack arguments, or hold something else in their place."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def keep(wanted, items):
    return [reply(callback=0)]


def answer(*args):
    return reply(callback=0, a={}, k=[])


total = initials = settle = age = countdown = Ledger = answer
