"""Waits for a lock that it holds itself."""

import threading


def answer(*args):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


total = initials = settle = age = keep = countdown = Ledger = answer
