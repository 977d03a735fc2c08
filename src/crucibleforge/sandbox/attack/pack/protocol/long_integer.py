"""Sends an integer of two million digits, which takes long to read."""

import wit_world


def answer(*args):
    wit_world.exchange('{"ok":' + "9" * 2_000_000 + "}")


total = initials = settle = age = keep = countdown = Ledger = answer
