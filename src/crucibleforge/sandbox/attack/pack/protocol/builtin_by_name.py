"""Answers with the name of a builtin function, for the other side to look up."""

import json

import wit_world


def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())


def answer(*args):
    reply(ok={"t": "builtin", "v": "exec"})


total = initials = settle = age = keep = countdown = Ledger = answer
