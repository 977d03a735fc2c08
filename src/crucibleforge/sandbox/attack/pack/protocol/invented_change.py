"""Reports a change of an argument that it never touched."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(ok=5, changed=[[0, []]])


total = initials = settle = age = keep = countdown = Ledger = answer
