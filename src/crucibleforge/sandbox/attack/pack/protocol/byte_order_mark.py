"""Starts its frame with marks by which readers guess an encoding."""

import wit_world


def answer(*args):
    wit_world.exchange('\ufeff\ufffe{"ok": 6}')


total = initials = settle = age = keep = countdown = Ledger = answer
