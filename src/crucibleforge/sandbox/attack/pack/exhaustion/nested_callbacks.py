"""Calls the test's function from within answers to it, deeper and deeper."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def keep(wanted, items):
    frame = reply(callback=0, a=[1], k={})
    while True:
        frame = reply(callback=0, a=[{"t": "h", "i": 1, "c": "keep", "f": 1}], k={})


def answer(*args):
    return answer(answer)


total = initials = settle = age = countdown = Ledger = answer
