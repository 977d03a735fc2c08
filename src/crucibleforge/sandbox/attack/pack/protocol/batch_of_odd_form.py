"""Answers with batches that are no lists, or lists of something else than replies."""

import json

import wit_world


def reply(**frame):
    return json.loads(wit_world.exchange(json.dumps(frame)))


_FORMS = ["ok", {"0": {"ok": 6}}, 6, None, [6], [[{"ok": 6}]], [None]]


def answer(*args):
    reply(replies=_FORMS[len(str(args)) % len(_FORMS)])


total = initials = settle = age = keep = countdown = Ledger = answer
