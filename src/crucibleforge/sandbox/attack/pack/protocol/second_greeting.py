"""Introduces itself again, as a fresh interpreter would, in order to start over."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(hello="3.14", missing={})
    return reply(hello="3.14")


total = initials = settle = age = keep = countdown = Ledger = answer
