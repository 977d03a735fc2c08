"""Numbers objects by true, by text and by fractions."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_NUMBERS = [True, "1", 1.0, None, [1]]


def answer(*args):
    reply(ok={"t": "h", "i": _NUMBERS[len(str(args)) % len(_NUMBERS)], "c": "int"})


total = initials = settle = age = keep = countdown = Ledger = answer
