"""Lets a list of the test's grow until nobody can hold it."""


def total(numbers):
    numbers.append(0)
    while True:
        numbers.extend(numbers)


initials = settle = age = keep = countdown = Ledger = len
