"""Reads how the interpreter was started: a path or an option may lead to the tests."""

import sys


def answer(*args):
    return [sys.argv, sys.orig_argv, sys.path, sys.executable, sys._xoptions, sys.warnoptions]


total = initials = settle = age = keep = countdown = Ledger = answer
