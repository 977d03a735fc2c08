"""One start of the program, and the signal that ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.kills.family import Member, descendants, still_alive
from tests.kills.nursery import Forked

_PATIENCE_S = 300.0
_POLL_S = 0.002

Process = Forked | subprocess.Popen[bytes]


@dataclass(frozen=True, slots=True)
class Blow:
    """A signal, sent so long after the server got its so-manieth request of this life (0: after the start)."""

    signal: signal.Signals
    requests: int
    delay_s: float


@dataclass(frozen=True, slots=True)
class End:
    """How a life ended."""

    code: int
    struck: bool
    """Whether the signal ended it."""
    said: str
    """On standard error."""
    left_alive: int
    """Processes of its own that outlived it by more than a moment."""


def live(words: Sequence[str], folder: Path, asked: Callable[[], int], blow: Blow | None, *, is_cold: bool) -> End:
    """Start the program in a folder, strike it at the given instant, and wait for its end.

    Args:
        asked: how many requests the servers got in this life.
        is_cold: start it as a shell does, imports and all.
    """
    out, err = folder / "out.txt", folder / "err.txt"
    process = _cold(words, folder, out, err) if is_cold else Forked(words, folder, out, err)
    struck, family = False, set[Member]()
    if blow is not None and _reached(process, asked, blow):
        family = descendants(process.pid)
        struck = _sent(process, blow.signal)
    code = process.wait(_PATIENCE_S)
    # The signal may have come to one that was done already.
    return End(code, struck and code != 0, err.read_text() if err.exists() else "", still_alive(family))


def _cold(words: Sequence[str], folder: Path, out: Path, err: Path) -> Process:
    with out.open("w") as to_out, err.open("w") as to_err:
        return subprocess.Popen(
            [sys.executable, "-m", "crucibleforge", *words],
            cwd=folder,
            stdout=to_out,
            stderr=to_err,
            start_new_session=True,
        )


def _reached(process: Process, asked: Callable[[], int], blow: Blow) -> bool:
    while asked() < blow.requests:
        if process.poll() is not None:
            return False
        time.sleep(_POLL_S)
    time.sleep(blow.delay_s)
    return process.poll() is None


def _sent(process: Process, sent: signal.Signals) -> bool:
    """Whether there was still somebody to get it; Ctrl-C reaches the whole group, as on a terminal."""
    try:
        (os.killpg if sent is signal.SIGINT else os.kill)(process.pid, sent)
    except ProcessLookupError:
        return False
    return True
