"""Traces and profiles all calls, and empties the variables of the functions it sees."""

import sys


def _empty(frame, event, value):
    frame.f_locals.clear()
    return _empty


sys.settrace(_empty)
sys.setprofile(_empty)


def answer(*args):
    return 0


total = initials = settle = age = keep = countdown = Ledger = answer
