"""Waits for an event, a barrier and a condition that never come."""

import threading


def answer(*args):
    threading.Event().wait()
    threading.Barrier(2).wait()
    with threading.Condition() as condition:
        condition.wait()


total = initials = settle = age = keep = countdown = Ledger = answer
