"""Claims that its result is the argument itself, for arguments that there never were."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok=1, same=1)


total = initials = settle = age = keep = countdown = Ledger = answer
