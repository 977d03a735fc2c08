"""Answers a row of calls with one exception, so that nobody hears of the others."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(replies=[{"err": ["ValueError", "Exception"], "msg": "", "args": None, "h": None}])


total = initials = settle = age = keep = countdown = Ledger = answer
