"""Removes the function that writes its answers down, so that every operation fails in the same way."""

import guest.app

guest.app.encode = guest.app.decode = None


def answer(*args):
    return args


total = initials = settle = age = keep = countdown = Ledger = answer
