"""What a scripted endpoint answers to one request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from crucibleforge.core.conversation import ToolCall, Usage

Behaviour = Callable[[Mapping[str, Any]], "Reply"]
"""Request body of /v1/chat/completions -> what to answer."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong while a reply is being sent. A chunk is one network write after the headers."""

    keep_alive: int = 0
    """Comment lines sent before the first event."""
    cut_after: int | None = None
    """The connection breaks after this many chunks; 0 = it is reset before the status line."""
    hang_after: int | None = None
    """Nothing more comes after this many chunks, and the connection stays open."""
    error: Mapping[str, Any] | None = None
    """Sent as an error event where the finish would be; the stream then ends without `[DONE]`."""
    no_finish: bool = False
    no_usage: bool = False
    no_done: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply, as text and calls, or with `body` exactly as bytes on the wire."""

    text: str | None = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = ""
    """Empty: `tool_calls` or `stop`, whichever fits."""
    thinking: str = ""
    thinking_field: str = "reasoning_content"
    usage: Usage | None = None
    """None: words are counted, and the prefix shared with the request before counts as cached."""
    model: str = ""
    """The served id that the reply claims; empty: the one that was asked for."""
    status: int = 200
    """With no `body`, any status but 200 sends `text` as the error's message."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | tuple[str | bytes, ...] | None = None
    """Sent instead of everything above; each entry of a tuple is a network write of its own."""
    wire: tuple[bytes, ...] | None = None
    """Sent on the bare connection, status line and headers included; the connection is then closed."""
    delay_s: float = 0.0
    """Waited before the status line."""
    chunk_chars: int = 12
    """Length of one piece of text in a streamed reply."""
    chunk_delay_s: float = 0.0
    """Waited before each chunk."""
    faults: Faults = field(default_factory=Faults)


def html(text: str = "<html><body><h1>502 Bad Gateway</h1></body></html>", *, status: int = 200) -> Reply:
    """A gateway's page where JSON was expected."""
    return Reply(status=status, headers={"Content-Type": "text/html"}, body=text)
