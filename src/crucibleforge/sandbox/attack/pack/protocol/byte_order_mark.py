"""Starts its frame with marks by which readers guess an encoding."""

import wit_world


def answer(*args):
    wit_world.send('\ufeff\ufffe{"ok": 6}')
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
