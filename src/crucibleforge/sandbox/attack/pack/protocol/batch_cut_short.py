"""Answers a row of calls with one exception, so that nobody hears of the others."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    reply(replies=[{"err": ["ValueError", "Exception"], "msg": "", "args": None, "h": None}])


total = initials = settle = age = keep = countdown = Ledger = answer
