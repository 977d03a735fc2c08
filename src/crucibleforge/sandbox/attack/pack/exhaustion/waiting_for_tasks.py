"""Waits for an event loop that has nothing to do."""

import asyncio


def answer(*args):
    asyncio.new_event_loop().run_forever()


total = initials = settle = age = keep = countdown = Ledger = answer
