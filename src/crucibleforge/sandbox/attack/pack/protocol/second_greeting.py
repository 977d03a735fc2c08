"""Introduces itself again, as a fresh interpreter would, in order to start over."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    reply(hello="3.14", missing={})
    return reply(hello="3.14")


total = initials = settle = age = keep = countdown = Ledger = answer
