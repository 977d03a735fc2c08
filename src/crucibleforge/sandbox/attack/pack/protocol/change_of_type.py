"""Reports that a list has become a dict, and that a number has become a list."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    is_list = bool(args) and isinstance(args[0], list)
    reply(ok=None, changed=[[0, {"t": "dict", "v": []} if is_list else [1, 2, 3]]])


total = initials = settle = age = keep = countdown = Ledger = answer
