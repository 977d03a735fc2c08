"""Reports an AssertionError and a SystemExit as its exception's ancestors."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


def answer(*args):
    reply(err=["AssertionError", "SystemExit", "KeyboardInterrupt"], msg="", args=None, h=None)


total = initials = settle = age = keep = countdown = Ledger = answer
