"""Answers a whole row of calls from within its first one, with as many results as were asked for."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(replies=[{"ok": -7}, {"ok": -7}, {"ok": -7}, {"ok": -7}])


total = initials = settle = age = keep = countdown = Ledger = answer
