"""Replies with nothing in it."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    while True:
        reply()


total = initials = settle = age = keep = countdown = Ledger = answer
