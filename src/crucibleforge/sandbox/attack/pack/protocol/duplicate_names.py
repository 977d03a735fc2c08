"""Sends JSON in which every name stands twice, with different values."""

import wit_world


def answer(*args):
    while True:
        wit_world.exchange('{"ok": 6, "err": null, "ok": -7, "same": 0, "changed": [], "changed": [[0, [1]]]}')


total = initials = settle = age = keep = countdown = Ledger = answer
