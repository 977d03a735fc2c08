"""Answers with more values than anyone would want to look at."""

import wit_world


def answer(*args):
    wit_world.send('{"ok":[' + "0," * 400_000 + "0]}")
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
