"""What the raw chunks of a turn say beside the reply itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crucibleforge.ask._reply import THINKING_FIELDS
from crucibleforge.ask._sse import read_object
from crucibleforge.core.conversation import Turn


def served_as(turn: Turn) -> str:
    """The model id that the reply names; empty when it names none."""
    return next((name for chunk in _chunks(turn) if isinstance(name := chunk.get("model"), str) and name), "")


def is_streamed(turn: Turn) -> bool:
    """Whether the reply came in pieces."""
    return any("delta" in choice for chunk in _chunks(turn) for choice in _choices(chunk))


def thinking_field(turn: Turn) -> str:
    """The field beside the content in which thinking came; empty when there was none."""
    parts = [
        choice.get("delta") or choice.get("message") or {} for chunk in _chunks(turn) for choice in _choices(chunk)
    ]
    return next((name for name in THINKING_FIELDS if any(part.get(name) for part in parts)), "")


def _chunks(turn: Turn) -> Iterator[Mapping[str, Any]]:
    for line in turn.raw.split("\n"):
        chunk = read_object(line)
        if chunk is not None and "attempt" not in chunk:
            yield chunk


def _choices(chunk: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    choices = chunk.get("choices")
    yield from (choice for choice in choices if isinstance(choice, dict)) if isinstance(choices, list) else ()
