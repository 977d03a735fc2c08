"""CrucibleForge's client: URL, calls, calls at a time."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing

from crucibleforge.ask import ChatClient, ModelSpec
from crucibleforge.core.conversation import Message, Outcome


async def _answered(base_url: str, calls: int, ways: int) -> int:
    slots = asyncio.Semaphore(ways)
    async with (
        aclosing(ChatClient(ModelSpec("scripted", base_url, "scripted"))) as client,
        asyncio.TaskGroup() as group,
    ):
        asked = [group.create_task(_ask(client, slots, number)) for number in range(calls)]
    return sum(each.result() for each in asked)


async def _ask(client: ChatClient, slots: asyncio.Semaphore, number: int) -> bool:
    async with slots:
        words = (Message("user", f"Question {number}?"),)
        turn = await client.complete(words, max_tokens=64, temperature=0.0)
    return turn.outcome is Outcome.ANSWERED


if __name__ == "__main__":
    print(asyncio.run(_answered(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
