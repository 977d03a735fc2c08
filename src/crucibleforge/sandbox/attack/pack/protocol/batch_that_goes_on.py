"""Answers with a batch that goes on after an exception."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    failed = {"err": ["ValueError", "Exception"], "msg": "", "args": None, "h": None}
    reply(replies=[failed, {"ok": 6}, failed])


total = initials = settle = age = keep = countdown = Ledger = answer
