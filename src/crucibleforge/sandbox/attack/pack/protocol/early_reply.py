"""Sends replies before anything is asked."""

import wit_world

wit_world.exchange('{"ok": null}')
wit_world.exchange('{"ok": 6}')


def answer(*args):
    return 6


total = initials = settle = age = keep = countdown = Ledger = answer
