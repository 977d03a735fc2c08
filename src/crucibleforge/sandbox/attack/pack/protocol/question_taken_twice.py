"""Answers with nothing to be asked the next questions, and then with all that it was asked."""

import wit_world


def answer(*args):
    asked = [wit_world.exchange("") for _ in range(3)]
    wit_world.exchange('{"ok": 6}')
    return asked


total = initials = settle = age = keep = countdown = Ledger = answer
