"""Names the class of an object with a hundred kilobytes of line breaks and codes for terminals."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok={"t": "h", "i": 1, "c": "\x1b[2J\n" * 20_000})


total = initials = settle = age = keep = countdown = Ledger = answer
