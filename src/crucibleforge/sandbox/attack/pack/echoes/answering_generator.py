"""Answers with a generator that yields whatever is sent or thrown into it."""


def answer(*args):
    got = args
    while True:
        try:
            got = yield got
        except BaseException as error:
            got = error


total = initials = settle = age = keep = countdown = Ledger = answer
