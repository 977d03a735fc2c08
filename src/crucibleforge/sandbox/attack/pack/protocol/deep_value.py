"""Answers with lists in lists, just deep enough for a reader of JSON and too deep for others."""

import wit_world


def answer(*args):
    wit_world.exchange('{"ok":' + "[" * 500 + "]" * 500 + "}")


total = initials = settle = age = keep = countdown = Ledger = answer
