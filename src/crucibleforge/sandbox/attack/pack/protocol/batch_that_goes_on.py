"""Answers with a batch that goes on after an exception."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    failed = {"err": ["ValueError", "Exception"], "msg": "", "args": None, "h": None}
    reply(replies=[failed, {"ok": 6}, failed])


total = initials = settle = age = keep = countdown = Ledger = answer
