"""Sends a million opening brackets."""

import wit_world


def answer(*args):
    wit_world.send("[" * 1_000_000)
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
