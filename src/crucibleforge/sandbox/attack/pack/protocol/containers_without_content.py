"""Answers with containers whose contents are numbers, texts or missing."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_CONTAINERS = [{"t": "dict"}, {"t": "dict", "v": [[1]]}, {"t": "set", "v": "abc"}, {"t": "tuple", "v": 3}, {"v": []}]


def answer(*args):
    reply(ok=_CONTAINERS[len(str(args)) % len(_CONTAINERS)])


total = initials = settle = age = keep = countdown = Ledger = answer
