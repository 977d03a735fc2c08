"""Answers with lists in lists, just deep enough for a reader of JSON and too deep for others."""

import wit_world


def answer(*args):
    wit_world.send('{"ok":' + "[" * 500 + "]" * 500 + "}")
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
