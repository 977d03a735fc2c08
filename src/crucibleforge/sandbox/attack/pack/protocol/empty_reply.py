"""Replies with nothing in it."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    while True:
        reply()


total = initials = settle = age = keep = countdown = Ledger = answer
