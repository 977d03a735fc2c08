"""Sends a thousand frames without waiting for any."""

import wit_world


def answer(*args):
    for _ in range(1_000):
        wit_world.exchange("{}")


total = initials = settle = age = keep = countdown = Ledger = answer
