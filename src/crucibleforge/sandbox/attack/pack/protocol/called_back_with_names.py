"""Calls the test's function with keywords that no call could have."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def keep(wanted, items):
    return reply(callback=0, a=[2], k={"self": 1, "": 2, "__class__": 3, "\0": 4})["ok"]


def answer(*args):
    return keep(*args, *args)


total = initials = settle = age = countdown = Ledger = answer
