"""Reports an exception with two thousand ancestors of long names."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    reply(err=[f"E{number}" + "x" * 100 for number in range(2_000)], msg="", args=None, h=None)


total = initials = settle = age = keep = countdown = Ledger = answer
