"""Never returns."""


def answer(*args):
    while True:
        pass


total = initials = settle = age = keep = countdown = Ledger = answer
