"""Answers with batches inside batches."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(replies=[{"replies": [{"replies": [{"ok": 6}]}]}])


total = initials = settle = age = keep = countdown = Ledger = answer
