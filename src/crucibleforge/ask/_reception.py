"""What arrives in one exchange, read as far as it came, and how long more of it is waited for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from crucibleforge.core.conversation import Timing

from ._faults import Fault, read_fault, stream_status, transport_fault
from ._reply import Assembly
from ._sse import Event, EventReader, read_object

TAIL_S = 3.0
"""How long a finished reply may take to send its usage."""
CLOSE_S = 0.2
"""How long the end of the body may take after `[DONE]` or an error; a connection whose body ended serves the next request too."""


Stage = Literal["flowing", "finished", "done"]


@dataclass(slots=True)
class Reception:
    """The state of one exchange while bytes arrive."""

    started: float
    clock: Callable[[], float]
    assembly: Assembly = field(default_factory=Assembly)
    received: list[str] = field(default_factory=list)
    reader: EventReader = field(default_factory=EventReader)
    first_token_s: float | None = None
    last_event_s: float = 0.0
    fault: Fault | None = None

    def take(self, event: Event, key_env: str | None) -> bool:
        """Take one event in; says whether it shows that the model is at work."""
        kept = event.text if event.data is not None else json.dumps({"not_json": event.text}, ensure_ascii=False)
        self.received.append(kept)
        if event.late:
            return False
        self.last_event_s = self.clock() - self.started
        if event.data is None:
            self.fault = self.fault or transport_fault("the stream holds a chunk that is not JSON")
        elif (error := _error_in(event.data, event.name)) is not None:
            self.fault = self.fault or read_fault(stream_status(error), {"error": error}, key_env=key_env)
        elif self.assembly.add(event.data) and self.first_token_s is None:
            self.first_token_s = self.last_event_s
        return bool(event.data and event.data.get("choices"))

    @property
    def stage(self) -> Stage:
        if self.reader.done or self.fault is not None:
            return "done"
        return "finished" if self.assembly.finished else "flowing"

    def timing(self) -> Timing:
        """Waiting for a connection to close is no part of a reply's time."""
        total_s = self.clock() - self.started if self.stage == "flowing" else self.last_event_s
        return Timing(self.first_token_s, total_s)


@dataclass(slots=True)
class Patience:
    """Sets the alarm for the next bytes: anew with each sign of life, once for each stage behind the last word."""

    alarm: asyncio.Timeout
    silence_s: float
    _stage: Stage = "flowing"

    def renew(self, stage: Stage, *, alive: bool) -> None:
        """Set the alarm where the reply's stage, or life in it, calls for it."""
        if alive if stage == "flowing" else stage != self._stage:
            longest_s = {"flowing": self.silence_s, "finished": TAIL_S, "done": CLOSE_S}[stage]
            self._set(asyncio.get_running_loop().time() + min(longest_s, self.silence_s))
        self._stage = stage

    def _set(self, when: float) -> None:
        """Moving an alarm costs as much as reading a chunk: it is left where it would move on by a hundredth only."""
        if not 0 <= when - (self.alarm.when() or 0.0) < self.silence_s / 100:
            self.alarm.reschedule(when)


def unframed(reader: EventReader, *, alone: bool) -> list[Event]:
    """What came without the frame of an event: one JSON object, of an endpoint that does not stream, or one a line.

    An object that is all that came, and holds no choices, can only be an error, whatever its shape.
    """
    whole = read_object("\n".join(reader.stray))
    if whole:
        name = "error" if alone and "choices" not in whole else ""
        return [Event(" ".join(reader.stray), whole, name, late=reader.done)]
    lines = [Event(line, read_object(line), late=reader.done) for line in reader.stray]
    return lines if all(event.data for event in lines) else []


def _error_in(chunk: Mapping[str, Any], name: str) -> Any:
    """The error of a chunk, its own or its choice's; None when there is none.

    Args:
        name: of the event. Some servers mark an error by this alone, or by the chunk's kind.
    """
    choices = chunk.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    if error := chunk.get("error") or first.get("error"):
        return error
    marked = "error" in (name, chunk.get("object"), chunk.get("type"))
    return chunk if marked and "choices" not in chunk else None


def read_body(text: str) -> Any:
    """An error's body as JSON object or list, or as text where it is neither."""
    try:
        body = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text
    return body if isinstance(body, dict | list) else text
