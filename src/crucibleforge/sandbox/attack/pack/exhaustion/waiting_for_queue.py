"""Waits for a queue into which nobody puts anything."""

import queue


def answer(*args):
    return queue.Queue().get()


total = initials = settle = age = keep = countdown = Ledger = answer
