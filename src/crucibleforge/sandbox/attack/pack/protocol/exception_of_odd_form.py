"""Reports exceptions whose text, arguments and number are of the wrong kind."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_FORMS = [
    {"msg": 5, "args": None, "h": None},
    {"msg": "", "args": {"t": "tuple", "v": [{"t": "h", "i": 1, "c": "x"}]}, "h": "1"},
    {"msg": "", "args": None, "h": []},
    {"args": 5},
]


def answer(*args):
    reply(err=["ValueError"], **_FORMS[len(str(args)) % len(_FORMS)])


total = initials = settle = age = keep = countdown = Ledger = answer
