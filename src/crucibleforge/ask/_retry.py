"""When to ask again. A pure decision: nothing here waits."""

from __future__ import annotations

from dataclasses import dataclass

from ._faults import Fault

MAX_ATTEMPTS = 5
MAX_ATTEMPTS_LIMITED = 9
"""A rate limit passes by itself, so it gets more patience than a broken server."""
LONGEST_BACKOFF_S = 60.0
LONGEST_RETRY_AFTER_S = 300.0


@dataclass(frozen=True, slots=True)
class Wait:
    """Ask again after this many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Don't ask again; `why` is to be read by people."""

    why: str


def next_step(fault: Fault, attempt: int) -> Wait | GiveUp:
    """What to do after the `attempt`-th try (from 1) ended in a fault.

    The server's own wish beats our back-off, but past LONGEST_RETRY_AFTER_S the question is given up for now
    rather than asked earlier than the server wants.
    """
    if not fault.again:
        return GiveUp("asking again cannot help")
    limit = MAX_ATTEMPTS_LIMITED if fault.reason == "rate limit" else MAX_ATTEMPTS
    if attempt >= limit:
        return GiveUp(f"still so after {attempt} attempts")
    if fault.retry_after_s is None:
        return Wait(min(LONGEST_BACKOFF_S, 2.0 ** (attempt - 1)))
    if fault.retry_after_s > LONGEST_RETRY_AFTER_S:
        return GiveUp(f"the server asks for {fault.retry_after_s:.0f} s of patience")
    return Wait(fault.retry_after_s)
