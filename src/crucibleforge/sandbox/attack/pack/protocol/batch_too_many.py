"""Answers one question with a batch of many replies."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(replies=[{"ok": 6}] * 100)


total = initials = settle = age = keep = countdown = Ledger = answer
