"""Raises KeyboardInterrupt, as if the user had stopped the run."""


def answer(*args):
    raise KeyboardInterrupt


total = initials = settle = age = keep = countdown = Ledger = answer
