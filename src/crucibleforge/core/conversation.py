"""What passes between the engine and a model, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from .money import Cost

Role = Literal["system", "user", "assistant", "tool"]

NOT_ASKED_REASONS = (
    "transport",
    "rate limit",
    "template",
    "window",
    "filter",
    "access",
    "wrong model",
    "bad request",
)
"""Why a question never got an answer that could be scored."""


class Outcome(StrEnum):
    """What became of a question. Only NOT_ASKED leaves a case missing; every other one is scored."""

    ANSWERED = "answered"
    REFUSED = "refused"
    EMPTY = "empty"
    CUT_OFF = "cut off"
    ONLY_THINKING = "only thinking"
    MALFORMED = "malformed"
    NOT_ASKED = "not asked"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call as the endpoint delivered it; `arguments` is the raw text, not yet parsed."""

    name: str
    arguments: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One entry of a chat. `tool_call_id` belongs to role `tool`, `tool_calls` to `assistant`."""

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    thinking: str = ""
    """Only beside `tool_calls`: some servers want the thinking of such a turn back."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts as the server gave them; None where it gave none."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


def together(usages: Sequence[Usage]) -> Usage:
    """What several replies took; None where a count is unknown.

    A reply without its prompt's or its own tokens leaves that sum unknown, while cached and reasoning tokens are only
    named by servers that have any.
    """
    return Usage(
        _sum([usage.prompt_tokens for usage in usages], every=True),
        _sum([usage.completion_tokens for usage in usages], every=True),
        _sum([usage.cached_tokens for usage in usages]),
        _sum([usage.reasoning_tokens for usage in usages]),
    )


def _sum(counts: Sequence[int | None], *, every: bool = False) -> int | None:
    known = [count for count in counts if count is not None]
    return None if not known or (every and len(known) < len(counts)) else sum(known)


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds from sending the request."""

    first_token_s: float | None = None
    total_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """One request and its complete reply."""

    sent: tuple[Message, ...]
    """The messages that are new in this request; earlier ones are in the turns before."""
    text: str
    """The reply as written, without its thinking."""
    outcome: Outcome = Outcome.ANSWERED
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    """The server's finish reason."""
    note: str = ""
    """Why the outcome is not ANSWERED, or what was mended on the way, in words."""
    usage: Usage = field(default_factory=Usage)
    billed: Usage = field(default_factory=Usage)
    """Of all attempts together; equals `usage` when there was one."""
    cost: Cost | None = None
    """Of `billed`; None where usage or price is unknown."""
    timing: Timing = field(default_factory=Timing)
    raw: str = ""
    """The reply exactly as received: JSON text of every attempt's chunks."""


@dataclass(frozen=True, slots=True)
class Answer:
    """All turns of one model for one case."""

    case_id: str
    turns: tuple[Turn, ...]
    outcome: Outcome
    model: str = ""
    attempt: int = 1
    question_stamp: str = ""
    reason: str = ""
    """With NOT_ASKED: one of NOT_ASKED_REASONS and the error's words."""

    @property
    def replies(self) -> tuple[str, ...]:
        """The text of each turn, in order."""
        return tuple(turn.text for turn in self.turns)


def overall_outcome(turns: Sequence[Turn]) -> Outcome:
    """The outcome of a finished conversation: ANSWERED when any turn was, else the first turn's."""
    if not turns:
        return Outcome.EMPTY
    if any(turn.outcome is Outcome.ANSWERED for turn in turns):
        return Outcome.ANSWERED
    return turns[0].outcome


class Script(Protocol):
    """A conversation written beforehand: a pure function of the replies so far."""

    def next_messages(self, turns: Sequence[Turn]) -> tuple[Message, ...] | None:
        """The messages to add to the history for the next request, or None when it is over.

        The first call (no turns) includes the system message. The driver itself adds the assistant
        message of each turn to the history before these.
        """
        ...
