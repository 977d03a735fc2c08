"""Reports an exception that descends from every builtin exception at once."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


_NAMES = ["Mine", "KeyError", "OSError", "UnicodeError", "ImportError", "StopAsyncIteration", "MemoryError", "type"]


def answer(*args):
    reply(err=_NAMES, msg="", args=None, h=None)
    reply(err=_NAMES[::-1], msg="", args={"t": "tuple", "v": [1, 2, 3, 4, 5]}, h=None)


total = initials = settle = age = keep = countdown = Ledger = answer
