"""Sends a million opening brackets."""

import wit_world


def answer(*args):
    wit_world.exchange("[" * 1_000_000)


total = initials = settle = age = keep = countdown = Ledger = answer
