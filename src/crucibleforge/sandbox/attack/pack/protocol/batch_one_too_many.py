"""Answers a row of calls with one reply more than there were calls."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(replies=[{"ok": 6}, {"ok": 10}, {"ok": 0}, {"ok": 0}, {"ok": 9}])


total = initials = settle = age = keep = countdown = Ledger = answer
