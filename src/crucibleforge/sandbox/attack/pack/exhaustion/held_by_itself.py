"""Answers with a list that holds itself."""


def answer(*args):
    held = []
    held.append(held)
    return held


total = initials = settle = age = keep = countdown = Ledger = answer
