"""Answers a row of calls with changes of what the test goes on with."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(replies=[{"ok": 0, "changed": [[0, [1]]]}, {"ok": None, "same": 0}, {"ok": 0}, {"ok": 0}])


total = initials = settle = age = keep = countdown = Ledger = answer
