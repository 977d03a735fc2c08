"""Sleeps for as long as a number can say, past the end of the clock."""

import time

import wit_world


def total(numbers):
    for _ in range(100):
        wit_world.sleep(2**64 - 1)
    while time.time() < 2**62:
        wit_world.sleep(2**64 - 1)


initials = settle = age = keep = countdown = Ledger = len
