"""Answers with a result and a batch in the same frame."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok=-7, replies=[{"ok": 6}, {"ok": 0}])


total = initials = settle = age = keep = countdown = Ledger = answer
