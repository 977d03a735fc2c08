"""Ends a process that takes longer than it may: the last fence around a broken machine."""

from __future__ import annotations

import math
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_LOOK_EVERY_S = 0.25


class Watchdog:
    """One thread for all that a process is asked; a thread for each would cost more than most answers."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._deadline = math.inf
        self._is_off = threading.Event()
        self.has_bitten = False
        threading.Thread(target=self._watch, name="sandbox-watchdog", daemon=True).start()

    @contextmanager
    def guard(self, seconds: float) -> Iterator[None]:
        """Kills the process when the block takes longer: whoever waits for it then sees a closed pipe."""
        self._deadline = time.monotonic() + seconds
        try:
            yield
        finally:
            self._deadline = math.inf

    def rest(self) -> None:
        """Watches no longer."""
        self._is_off.set()

    def _watch(self) -> None:
        while not self._is_off.wait(_LOOK_EVERY_S):
            if time.monotonic() > self._deadline:
                self.has_bitten = True
                self._process.kill()
                return
