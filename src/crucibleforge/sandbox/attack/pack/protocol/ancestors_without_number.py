"""Reports an exception with two thousand ancestors of long names."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(err=[f"E{number}" + "x" * 100 for number in range(2_000)], msg="", args=None, h=None)


total = initials = settle = age = keep = countdown = Ledger = answer
