"""Asks for the next question without answering this one."""

import wit_world


def answer(*args):
    return wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
