"""Sends an integer of two million digits, which takes long to read."""

import wit_world


def answer(*args):
    wit_world.send('{"ok":' + "9" * 2_000_000 + "}")
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
