"""Ctrl-C and SIGTERM while the engine works: what is in flight may finish, nothing new begins."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from crucibleforge.run import Engine

GRACE_S = 8.0
"""How long replies in flight may take to arrive; less than the ten seconds after which many supervisors kill."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run_until_stopped(engine: Engine, work: Coroutine[Any, Any, None]) -> signal.Signals | None:
    """Run the engine's work to its end, or until a signal ends it; the signal is returned.

    The first one lets replies in flight finish for GRACE_S at most; a second one does not wait for them.
    """
    return asyncio.run(_Stoppable(engine).run(work))


class _Stoppable:
    """One piece of work that a signal can end."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._came: signal.Signals | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def run(self, work: Coroutine[Any, Any, None]) -> signal.Signals | None:
        task = asyncio.create_task(work)
        with self._listening(task):
            try:
                await task
            except asyncio.CancelledError:
                if self._came is None:
                    raise
        return self._came

    @contextmanager
    def _listening(self, task: asyncio.Task[None]) -> Iterator[None]:
        if sys.platform == "win32":  # its event loops know no signals: Ctrl-C then ends the work at once
            yield
            return
        loop = asyncio.get_running_loop()
        for each in _SIGNALS:
            loop.add_signal_handler(each, self._stop, each, task)
        try:
            yield
        finally:
            for each in _SIGNALS:
                loop.remove_signal_handler(each)
            if self._timer is not None:
                self._timer.cancel()

    def _stop(self, came: signal.Signals, task: asyncio.Task[None]) -> None:
        if self._came is not None:
            task.cancel()
            return
        self._came = came
        self._engine.stop()
        self._timer = asyncio.get_running_loop().call_later(GRACE_S, task.cancel)
        print(f"{came.name}: replies in flight get {GRACE_S:.0f} s; once more ends at once", file=sys.stderr)
