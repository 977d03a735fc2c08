"""Answers with more values than anyone would want to look at."""

import wit_world


def answer(*args):
    wit_world.exchange('{"ok":[' + "0," * 400_000 + "0]}")


total = initials = settle = age = keep = countdown = Ledger = answer
