"""Values out of JSON that may hold anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    """The objects of a list; nothing where it is none."""
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))


def text(value: Any) -> str:
    """The value where it is text; empty where it is not."""
    return value if isinstance(value, str) else ""


def count(value: Any) -> int | None:
    """The value where it can be a count of something."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def whole(pieces: str) -> str:
    """The text with characters joined that a server cut in half between two chunks."""
    return pieces.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
