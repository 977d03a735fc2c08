"""Answers with a value in a form of its own that would be unpickled."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok={"t": "pickle", "v": "Y29zCnN5c3RlbQo="})


total = initials = settle = age = keep = countdown = Ledger = answer
