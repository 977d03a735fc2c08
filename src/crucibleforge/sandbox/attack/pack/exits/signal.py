"""Sends itself the signal that cannot be caught."""

import signal


def answer(*args):
    signal.raise_signal(signal.SIGKILL)


total = initials = settle = age = keep = countdown = Ledger = answer
