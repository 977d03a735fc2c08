"""Answers with numbers of objects that belong to somebody else, with every mark an object can have."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    for number in (0, 1, 2, -1):
        reply(ok={"t": "h", "i": number, "c": "Ledger", "f": 1, "b": 1, "m": ["ValueError"]})


total = initials = settle = age = keep = countdown = Ledger = answer
