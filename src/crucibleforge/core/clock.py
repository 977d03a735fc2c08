"""The only place that asks the machine for the time."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now_utc() -> datetime:
    """The current moment, aware, in UTC."""
    return datetime.now(UTC)


def monotonic_s() -> float:
    """Seconds on a clock that never goes back; only differences mean anything."""
    return time.monotonic()
