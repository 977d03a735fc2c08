"""Where tasks start and end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any


@asynccontextmanager
async def side_by_side() -> AsyncIterator[asyncio.TaskGroup]:
    """A group whose tasks are done when its block ends; the first that fails ends all, and its error is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None


async def all_done(jobs: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run the jobs side by side; the first that fails ends the others, and its error is raised as it is."""
    async with side_by_side() as group:
        for job in jobs:
            group.create_task(job)
