"""Adds an audit hook, which can't be removed, and refuses whatever the interpreter is about to do."""

import sys


def _refuse(event, args):
    raise SystemExit(0)


def answer(*args):
    sys.addaudithook(_refuse)
    return open("anything")


total = initials = settle = age = keep = countdown = Ledger = answer
