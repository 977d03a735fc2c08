"""Answers with the name of a builtin function, for the other side to look up."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok={"t": "builtin", "v": "exec"})


total = initials = settle = age = keep = countdown = Ledger = answer
