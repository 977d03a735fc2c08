"""Answers with sets and dicts whose members can't be members."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    in_dict = {"t": "dict", "v": [[[1], 1], [{"t": "dict", "v": []}, 2]]}
    in_set = {"t": "frozenset", "v": [{"t": "tuple", "v": [[1, 2]]}]}
    reply(ok=in_dict if len(str(args)) % 2 else in_set)


total = initials = settle = age = keep = countdown = Ledger = answer
