"""What an entry of the registry says: what the endpoint does, and what a client must make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Outcome, Usage
from crucibleforge.core.errors import shown
from crucibleforge.testing._reply import Behaviour, Reply

GOOD = "The lamp is blue."
"""What a scripted endpoint says once it has stopped being hostile."""
REFUSAL = "I can't help with that."
TOOLS = (
    Tool(
        "get_time",
        "The local time of a city.",
        {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    ),
    Tool(
        "save",
        "Stores a record under a label.",
        {"type": "object", "properties": {"record": {"type": "object"}, "label": {"type": "string"}}},
    ),
)
"""The tools that a client should offer, so that the calls of a fault make sense."""
SYSTEM = "Answer in one short sentence."
PROMPT = "Which colour is the lamp?"

Called = tuple[str, Mapping[str, Any]]
"""A tool's name and the arguments as they are to be understood."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The one right reading of what the endpoint did."""

    outcome: Outcome
    text: str = ""
    reason: str = ""
    """With NOT_ASKED: one of `conversation.NOT_ASKED_REASONS`."""
    later: bool = False
    """With NOT_ASKED: whether the same question may be asked again another time."""
    thinking: str = ""
    calls: tuple[Called, ...] = ()
    note: str = ""
    """Words that the turn's note holds, or the error's message; empty: an answer carries no note at all."""
    usage: Usage | None = None
    """None: not looked at."""
    requests: int = 1
    wait_s: float | None = None
    """How long the client waits before its second request, where the endpoint says so."""
    learnt: str = ""
    """A part of the request that is refused once and then never sent again: a parameter's name or `system role`."""

    def __str__(self) -> str:
        words = f"{self.outcome}: {self.reason}" if self.reason else str(self.outcome)
        if self.text:
            words += f" with {shown(self.text, 40)}"
        if self.calls:
            words += " with " + ", ".join(f"{name}({_listed(arguments)})" for name, arguments in self.calls)
        return words + "".join(f"; {part}" for part in self._beside() if part)

    def _beside(self) -> tuple[str, ...]:
        return (
            f"thinking {shown(self.thinking, 40)}" if self.thinking else "",
            f"noted: {self.note}" if self.note else "",
            "may be asked later" if self.later else "",
            f"`{self.learnt}` is not sent again" if self.learnt else "",
        )


@dataclass(frozen=True, slots=True)
class ScriptedFault:
    """One way in which an endpoint is hostile, or merely different."""

    name: str
    does: str
    """What happens on the wire, in words."""
    replies: tuple[Reply | Behaviour, ...]
    """Served in order, the last one again and again."""
    leads_to: Expected
    prompt: str = field(default=PROMPT, repr=False)
    """The question to ask."""
    stalls: bool = False
    """Nothing but the client's own patience ends the wait."""

    def behaviour(self, *, times: int | None = None) -> Behaviour:
        """The fault for a `ScriptedServer`; from request `times` + 1 on, when given, all is well."""
        script = [*self.replies[:times]]
        if times is not None:
            script += [self.replies[-1]] * (times - len(script)) + [Reply(GOOD)]
        left = iter(script[:-1])

        def answer(request: Mapping[str, Any]) -> Reply:
            step = next(left, script[-1])
            return step if isinstance(step, Reply) else step(request)

        return answer


def answered(text: str = GOOD, **beside: Any) -> Expected:
    """The reply counts, with this text."""
    return Expected(Outcome.ANSWERED, text, **beside)


def broken(note: str = "", *, requests: int = 5) -> Expected:
    """Nothing usable came, for reasons that may pass."""
    return Expected(Outcome.NOT_ASKED, reason="transport", later=True, note=note, requests=requests)


def hopeless(reason: str, note: str = "") -> Expected:
    """Nothing usable came, and asking the same again cannot help."""
    return Expected(Outcome.NOT_ASKED, reason=reason, note=note)


def silent() -> Expected:
    """The connection is open and nothing comes; asking again at once would only double the wait."""
    return Expected(Outcome.NOT_ASKED, reason="transport", note="silent for")


def empty() -> Expected:
    """The model stopped without a word, twice."""
    return Expected(Outcome.EMPTY, note="the reply is empty", requests=2)


def malformed(note: str, text: str = "") -> Expected:
    """The model wrote something that its own server cannot read."""
    return Expected(Outcome.MALFORMED, text, note=note)


def _listed(arguments: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={shown(value, 40)}" for name, value in arguments.items())
