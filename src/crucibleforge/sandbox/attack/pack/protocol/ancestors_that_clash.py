"""Reports an exception that descends from every builtin exception at once."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_NAMES = ["Mine", "KeyError", "OSError", "UnicodeError", "ImportError", "StopAsyncIteration", "MemoryError", "type"]


def answer(*args):
    reply(err=_NAMES, msg="", args=None, h=None)
    reply(err=_NAMES[::-1], msg="", args={"t": "tuple", "v": [1, 2, 3, 4, 5]}, h=None)


total = initials = settle = age = keep = countdown = Ledger = answer
