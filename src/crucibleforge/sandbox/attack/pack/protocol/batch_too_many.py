"""Answers one question with a batch of many replies."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    reply(replies=[{"ok": 6}] * 100)


total = initials = settle = age = keep = countdown = Ledger = answer
