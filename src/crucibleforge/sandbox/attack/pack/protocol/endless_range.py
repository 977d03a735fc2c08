"""Answers with a range that is short to tell and long to go through."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok={"t": "range", "v": [0, 10**18, 1]})


total = initials = settle = age = keep = countdown = Ledger = answer
