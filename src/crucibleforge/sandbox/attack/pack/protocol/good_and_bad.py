"""Replies with a result and an exception at once."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    while True:
        reply(ok=5, err=["ValueError"], msg="", args=None, h=None)


total = initials = settle = age = keep = countdown = Ledger = answer
