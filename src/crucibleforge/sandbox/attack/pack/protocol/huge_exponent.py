"""Answers with decimals that are short to write and would fill the memory as numbers."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok={"t": "decimal", "v": "1E+999999999"})


total = initials = settle = age = keep = countdown = Ledger = answer
