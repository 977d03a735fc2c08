"""Names the argument that it returns by numbers that are true, negative or broken."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_PLACES = [True, -1, 0.0, "0", None, [0], {}]


def answer(*args):
    reply(ok=5, same=_PLACES[len(str(args)) % len(_PLACES)])


total = initials = settle = age = keep = countdown = Ledger = answer
