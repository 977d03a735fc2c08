"""Never returns."""


def total(numbers):
    while True:
        pass


initials = settle = age = keep = countdown = Ledger = len
