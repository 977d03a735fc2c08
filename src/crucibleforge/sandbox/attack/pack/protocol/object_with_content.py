"""Claims that an object extends a list, then tells different contents to each who asks."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    count = 0
    while True:
        reply(ok={"t": "h", "i": 1, "c": "list", "b": 1})
        reply(ok=list(range(count)))
        count += 1


total = initials = settle = age = keep = countdown = Ledger = answer
