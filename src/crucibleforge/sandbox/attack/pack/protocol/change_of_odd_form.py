"""Reports changes in forms that reports don't have."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_FORMS = [{"0": []}, [[0]], [0, []], [["__class__", 1]], [[0, 1, 2]], "changed", None]


def answer(*args):
    reply(ok=None, changed=_FORMS[len(str(args)) % len(_FORMS)])


total = initials = settle = age = keep = countdown = Ledger = answer
