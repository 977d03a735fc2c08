"""Sandboxes for several threads: as many as there are processors, started when they are needed."""

from __future__ import annotations

import os
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from ._runner import Backend
from ._sandbox import Sandbox


class SandboxPool:
    """Lends sandboxes, each to one thread at a time.

    One is started at once, so that a machine that cannot isolate is found out before anything else happens.

    Raises:
        SandboxUnavailable: untrusted code can't be isolated here.
    """

    def __init__(self, *, backend: Backend = "wasm", size: int | None = None) -> None:
        self.backend = backend
        self.size = size or _processors()
        """How many may be lent at once."""
        self._started = [Sandbox(backend=backend)]
        self._free: queue.LifoQueue[Sandbox | None] = queue.LifoQueue()
        for _ in range(self.size - 1):
            self._free.put(None)
        self._free.put(self._started[0])

    @contextmanager
    def borrow(self) -> Iterator[Sandbox]:
        """A sandbox of one's own for the block; waits until one is free."""
        free = self._free.get()
        try:
            if free is None:
                free = Sandbox(backend=self.backend)
                self._started.append(free)
            yield free
        finally:
            self._free.put(free)

    def close(self) -> None:
        """Ends all workers; nothing is left behind."""
        for sandbox in self._started:
            sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
