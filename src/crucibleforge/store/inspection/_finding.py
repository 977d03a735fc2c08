"""What was found in a store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crucibleforge.core.words import count_of

__all__ = ["RESTORE", "StoreFinding", "listed"]

RESTORE = (
    "restore the store from a copy; without one take the answer out, as docs/how-to/check-a-store.md shows, "
    "and the next run does it anew"
)
_MOST = 5
"""Of a list, that many are named."""


@dataclass(frozen=True, slots=True)
class StoreFinding:
    """Something that a store's owner should know."""

    what: str
    """The kind of finding, in a few words that never change."""
    where: str
    advice: str
    is_fault: bool = True
    """False: nothing is wrong; it is only told."""


def listed(what: str, items: Sequence[object]) -> str:
    """How many there are, and the first of them: `3 answers: 4, 7, 9`."""
    first = ", ".join(str(item) for item in items[:_MOST])
    return f"{count_of(len(items), what)}: {first}{', …' if len(items) > _MOST else ''}"
