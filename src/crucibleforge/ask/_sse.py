"""Server-sent events out of raw bytes, tolerant where servers are loose and exact about what came.

Not the client library's reader: it drops the payload's own text, and its line splitting follows Python's
`splitlines`, which cuts JSON at a raw U+2028.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

MOST_LINES = 10_000
"""`data:` lines of one event; after so many it counts as broken."""
_DECODER = json.JSONDecoder(strict=False)
_SILENT_FIELDS = (":", "id:", "retry:")


@dataclass(frozen=True, slots=True)
class Event:
    """One data event: its payload as received, and what it says (None where it is no JSON object)."""

    text: str
    data: dict[str, Any] | None
    name: str = ""
    """What the `event:` field says."""
    late: bool = False
    """It came after the `[DONE]` mark and is no part of the reply."""


@dataclass(slots=True)
class EventReader:
    """Feed it bytes, get the events that are complete.

    A payload counts as complete as soon as it parses, so that events without the blank line between them
    are read too. Whatever is not a field of an event stream is kept in `stray`: a whole JSON answer or a
    gateway's HTML page, for instance.
    """

    stray: list[str] = field(default_factory=list)
    done: bool = False
    """Whether the `[DONE]` mark came."""
    _pieces: list[bytes] = field(default_factory=list)
    """A line that is not at its end yet."""
    _held: bytes = b""
    """A CR that may be half of a CR LF, whose other half is still to come."""
    _data: list[str] = field(default_factory=list)
    _name: str = ""

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that these bytes complete, in order."""
        new = self._held + chunk
        self._held = new[-1:] if new.endswith(b"\r") else b""
        first, *more = new.removesuffix(self._held).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._pieces.append(first)
        if not more:
            return []
        lines = [b"".join(self._pieces), *more[:-1]]
        self._pieces = [more[-1]]
        return [event for line in lines for event in self._line(line)]

    def end(self) -> list[Event]:
        """What a last line without its newline still holds."""
        line, self._pieces, self._held = b"".join(self._pieces), [], b""
        return [*self._line(line), *self._line(b"")]

    def _line(self, line: bytes) -> list[Event]:
        text = line.decode("utf-8", "replace").removeprefix("\ufeff")
        if text.startswith("data:"):
            self._data.append(text.removeprefix("data:").removeprefix(" "))
            # Joining and parsing at every line would take for ever where an event has very many.
            may_end = text.rstrip().endswith(("}", "]")) or len(self._data) >= MOST_LINES
            return self._complete(at_end=len(self._data) >= MOST_LINES) if may_end else []
        if not text:
            events = self._complete(at_end=True) if self._data else []
            self._name = ""
            return events
        if text.startswith("event:"):
            self._name = text.removeprefix("event:").strip()
        elif not text.startswith(_SILENT_FIELDS):
            self.stray.append(text)
        return []

    def _complete(self, *, at_end: bool) -> list[Event]:
        payload = " ".join(self._data)
        said = payload.strip()
        if not said:
            return []
        if said == "[DONE]":
            self.done = True
            self._data = []
            return []
        data = read_object(payload)
        if data is None and not at_end:
            return []
        self._data = []
        return [Event(payload, data, self._name, late=self.done)]


def read_object(text: str) -> dict[str, Any] | None:
    """The JSON object that the text is, or None. Control characters inside its strings are let pass."""
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
