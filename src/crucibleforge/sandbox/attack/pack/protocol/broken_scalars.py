"""Answers with dates that don't exist, fractions over zero, and numbers in no notation."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_SCALARS = [
    {"t": "fraction", "v": ["0x1", "0x0"]},
    {"t": "date", "v": "9999-99-99"},
    {"t": "timedelta", "v": [10**18, 0, 0]},
    {"t": "i", "v": "six"},
    {"t": "complex", "v": ["1", None]},
    {"t": "decimal", "v": "1_0e"},
    {"t": ["i"], "v": "0x6"},
]


def answer(*args):
    reply(ok=_SCALARS[len(str(args)) % len(_SCALARS)])


total = initials = settle = age = keep = countdown = Ledger = answer
