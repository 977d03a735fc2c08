"""The wish to stop: what is in flight is finished, and nothing new is sent."""

from __future__ import annotations

from crucibleforge.ask import Fault


class Stopped(Exception):
    """Raised instead of sending another request. What is stored stays, and the next run goes on from there."""


class Stop:
    """Once requested, it lets no further request through; a pace of its own for whoever needs no slots."""

    def __init__(self) -> None:
        self.requested = False

    async def ready(self) -> None:
        """Return at once.

        Raises:
            Stopped: once a stop was requested.
        """
        if self.requested:
            raise Stopped

    def came(self, fault: Fault | None) -> None:
        """Learn nothing."""
