"""The client of Inspect AI, in its own environment: URL, calls, calls at a time."""

from __future__ import annotations

import asyncio
import sys

from inspect_ai.model import GenerateConfig, get_model


async def _answered(base_url: str, calls: int, ways: int) -> int:
    settings = GenerateConfig(max_connections=ways, max_tokens=64, temperature=0.0)
    model = get_model("openai-api/scripted/scripted", base_url=base_url, api_key="none", config=settings)
    async with model, asyncio.TaskGroup() as group:
        asked = [group.create_task(model.generate(f"Question {number}?")) for number in range(calls)]
    return sum(bool(each.result().completion) for each in asked)


if __name__ == "__main__":
    print(asyncio.run(_answered(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
