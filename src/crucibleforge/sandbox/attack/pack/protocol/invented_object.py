"""Answers with an object that it never had, under an enormous number."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok={"t": "h", "i": 10**18, "c": "int"})


total = initials = settle = age = keep = countdown = Ledger = answer
