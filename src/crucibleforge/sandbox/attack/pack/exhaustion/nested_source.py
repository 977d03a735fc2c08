"""Compiles source with brackets nested deeper than a parser can follow."""


def answer(*args):
    return eval("(" * 150 + "6" + ")" * 150) or compile("-" * 500_000 + "1", "x", "eval")


total = initials = settle = age = keep = countdown = Ledger = answer
