"""Leaves so little room for recursion that nobody can describe what it answers."""

import sys


def answer(*args):
    sys.setrecursionlimit(sys._getframe().f_back.f_back.f_lineno % 30 + 40)
    return [[[[[[[[[[[[[[[[[[[[object()]]]]]]]]]]]]]]]]]]]]


total = initials = settle = age = keep = countdown = Ledger = answer
