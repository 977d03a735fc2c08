"""Raises a group of exceptions with exits among them."""


def answer(*args):
    raise BaseExceptionGroup("all at once", [SystemExit(0), KeyboardInterrupt(), ValueError()])


total = initials = settle = age = keep = countdown = Ledger = answer
