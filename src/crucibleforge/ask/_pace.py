"""When a client may send: it asks before each attempt, and says afterwards what came of it."""

from __future__ import annotations

from typing import Protocol

from ._faults import Fault


class Pace(Protocol):
    """Lets one conversation's requests through."""

    async def ready(self) -> None:
        """Return when the next attempt may go out; what it raises ends the question."""
        ...

    def came(self, fault: Fault | None) -> None:
        """Take note of what that attempt brought: a fault, or None for a reply."""
        ...


class Unpaced:
    """Lets everything through at once."""

    async def ready(self) -> None:
        """Return at once."""

    def came(self, fault: Fault | None) -> None:
        """Learn nothing."""
