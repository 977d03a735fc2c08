"""Reports exceptions whose ancestors are numbers, lists, texts or nothing."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_FORMS = [["E" * 9, 5], [["ValueError"]], [], "ValueError", None, {"0": "ValueError"}]


def answer(*args):
    reply(err=_FORMS[len(str(args)) % len(_FORMS)], msg="", args=None, h=None)


total = initials = settle = age = keep = countdown = Ledger = answer
