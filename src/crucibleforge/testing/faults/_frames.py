"""Chunks and events, put together by hand so that a fault can bend any of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from crucibleforge.testing._reply import Faults, Reply

from ._fault import GOOD

Chunk = dict[str, Any]
DONE = b"data: [DONE]\n\n"
PIECES = ("The lamp ", "is blue.")
"""GOOD, as two deltas carry it."""


def delta(finish: str | None = None, **fields: Any) -> Chunk:
    """A chunk of a stream with one choice."""
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def whole(finish: str | None = "stop", **message: Any) -> Chunk:
    """An answer that is not streamed."""
    return {"choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}]}


def event(chunk: Mapping[str, Any]) -> bytes:
    """A chunk as one event."""
    return f"data: {json.dumps(chunk)}\n\n".encode()


def told(*pieces: str) -> tuple[Chunk, ...]:
    """The chunks of a text up to its finish reason; GOOD when there is none."""
    said = [delta(content=piece) for piece in pieces or PIECES]
    return (delta(role="assistant", content=""), *said, delta("stop"))


def stream(*parts: Chunk | bytes, done: bool = True, **reply: Any) -> Reply:
    """A reply of these chunks as events, and of bytes as they are; one network write each."""
    body = tuple(part if isinstance(part, bytes) else event(part) for part in parts)
    return Reply(body=(*body, DONE) if done else body, **reply)


def cut(*parts: Chunk | bytes) -> Reply:
    """The same, with the connection broken after the last part."""
    return stream(*parts, b": never sent\n\n", done=False, faults=Faults(cut_after=len(parts)))


def stalled(*parts: Chunk | bytes) -> Reply:
    """The same, with the connection left open after the last part."""
    return stream(*parts, b": never sent\n\n", done=False, faults=Faults(hang_after=len(parts)))


def page(text: str, *, status: int = 200, kind: str = "application/json") -> Reply:
    """A body that is no stream."""
    return Reply(status=status, headers={"Content-Type": kind}, body=text)


def error(message: str, *, status: int = 200, headers: Mapping[str, str] | None = None, **fields: Any) -> Reply:
    """An error object in the usual shape."""
    body = json.dumps({"error": {"message": message, **fields}})
    return Reply(status=status, headers={"Content-Type": "application/json", **(headers or {})}, body=body)


def good_bytes() -> bytes:
    """A whole healthy stream that says GOOD."""
    assert "".join(PIECES) == GOOD
    return b"".join(map(event, told())) + DONE
