"""Answers with an object that it never had, under an enormous number."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    reply(ok={"t": "h", "i": 10**18, "c": "int"})


total = initials = settle = age = keep = countdown = Ledger = answer
