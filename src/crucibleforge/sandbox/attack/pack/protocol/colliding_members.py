"""Answers with a set of numbers that all have the same hash, which would take minutes to build."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def total(numbers):
    reply(ok={"t": "set", "v": [{"t": "i", "v": hex(number * (2**61 - 1))} for number in range(11_000)]})


initials = settle = age = keep = countdown = Ledger = len
