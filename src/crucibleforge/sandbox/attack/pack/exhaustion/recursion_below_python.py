"""Recurses through builtins only, where the stack is the machine's."""

import functools
import sys

sys.setrecursionlimit(10**8)


def total(numbers):
    nested = functools.partial(print)
    for _ in range(200_000):
        nested = functools.partial(nested)
    return repr(nested)


initials = settle = age = keep = countdown = Ledger = len
