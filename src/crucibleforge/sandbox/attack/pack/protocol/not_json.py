"""Sends half a frame."""

import wit_world


def answer(*args):
    wit_world.exchange('{"ok": ')


total = initials = settle = age = keep = countdown = Ledger = answer
