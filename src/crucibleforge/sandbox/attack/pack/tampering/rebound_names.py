"""Rebinds its own names with every call, so that the next one meets something else."""


def answer(*args):
    for name in ("total", "initials", "settle", "age", "keep", "countdown", "Ledger"):
        globals()[name] = lambda *args, told=args: told
    return None


total = initials = settle = age = keep = countdown = Ledger = answer
