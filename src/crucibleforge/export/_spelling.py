"""JSON that every reader takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from crucibleforge.core.conversation import ToolCall

__all__ = ["arguments_of", "as_text", "spelled", "texts"]


def spelled(value: Any, indent: int | None = None) -> bytes:
    """Plain data as JSON in ASCII; a lone surrogate, which is no character, becomes a question mark.

    ASCII, since there are readers that take U+0085 and the like for the end of a line.
    """
    unicode = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    return json.dumps(json.loads(unicode), indent=indent).encode()


def arguments_of(call: ToolCall) -> Mapping[str, Any] | None:
    """A call's arguments; None where the model wrote something else than one JSON object."""
    try:
        value = json.loads(call.arguments)
        spelled(value)  # Python reads numbers that JSON does not have
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def texts(values: Mapping[str, Any]) -> dict[str, str]:
    """The values as texts; those that are None are left out."""
    return {name: as_text(value) for name, value in values.items() if value is not None}


def as_text(value: Any) -> str:
    """A text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
