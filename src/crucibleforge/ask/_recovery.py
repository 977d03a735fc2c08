"""How an answer that thinking swallowed is asked for once more. Pure decisions: nothing here asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from crucibleforge.core.conversation import Message, Outcome
from crucibleforge.core.errors import ProviderError

from ._dialect import Question
from ._learned import Learned
from ._outcome import Reading
from ._reply import Reply
from ._spec import ModelSpec

TRIES = 5
"""After so many without one success, a way is not tried any more."""
TAIL_CHARS = 4_000
"""Of the thinking that a reply is begun with."""

_TEMPLATE_OFF: Mapping[str, Any] = {"chat_template_kwargs": {"enable_thinking": False}}
_EFFORT_OFF: Mapping[str, Any] = {"reasoning_effort": "none"}
_GO_ON: Mapping[str, Any] = {"continue_final_message": True, "add_generation_prompt": False}
"""What vLLM wants to be told beside a reply's beginning; other servers see it by the last message's role."""


class Way(StrEnum):
    """How it is asked once more."""

    OFF = "with thinking off"
    RESUMED = "going on from its thinking"


@dataclass(frozen=True, slots=True)
class Variant:
    """The question in the form of one way."""

    way: Way
    question: Question
    off: str = ""
    """The names of the options that switch thinking off; empty where none is sent."""


@dataclass(slots=True)
class Recoveries:
    """How each way has done so far with one model."""

    _outcomes: dict[Way, list[bool]] = field(default_factory=lambda: {way: [] for way in Way})

    def count(self, way: Way, *, helped: bool) -> None:
        """Note one try."""
        self._outcomes[way].append(helped)

    @property
    def open(self) -> list[Way]:
        """The ways that are not known to be in vain, in the order in which to take them."""
        return [way for way, helped in self._outcomes.items() if len(helped) < TRIES or any(helped)]


def is_swallowed(reading: Reading, reply: Reply | None, learned: Learned) -> bool:
    """Whether thinking took the answer's place: seen, counted, or to be supposed of a model that thinks."""
    if reading.outcome is Outcome.ONLY_THINKING:
        return True
    thought = learned.thinks or bool(reply and reply.usage.reasoning_tokens)
    return thought and reading.outcome in {Outcome.CUT_OFF, Outcome.EMPTY}


def is_recovered(reading: Reading) -> bool:
    """Whether a recovery brought what the first attempt did not: words or a call of the model's own."""
    return reading.outcome in {Outcome.ANSWERED, Outcome.REFUSED}


def without_refused(learned: Learned, variant: Variant, error: ProviderError) -> Learned:
    """What is known after an error: the same where the endpoint did not refuse this way of asking."""
    if error.retryable or error.reason not in {"bad request", "template"}:
        return learned
    if variant.way is Way.RESUMED:
        return replace(learned, resume_refused=True)
    return replace(learned, off_refused=(*learned.off_refused, variant.off)) if variant.off else learned


def variants(question: Question, thinking: str, spec: ModelSpec, learned: Learned, way: Way) -> Iterator[Variant]:
    """The forms of a way, to be taken in this order as long as they are refused.

    Args:
        question: as the case asks it, on the case's own budget.
        thinking: what the model thought before it ran out.
    """
    switches = [off for off in _switches(spec) if names(off) not in learned.off_refused]
    if way is Way.OFF:
        messages = _with_words(question.messages, spec.thinking.off_words)
        if spec.thinking.off_words and not spec.thinking.off:
            yield Variant(way, replace(question, messages=messages))
            return
        for off in switches:
            yield Variant(way, replace(question, messages=messages, overrides=off), names(off))
    elif spec.thinking.resume and thinking.strip() and not learned.resume_refused:
        begun = Message("assistant", beginning(thinking, spec.thinking.tags))
        flags = {} if spec.base == "hosted" else _GO_ON
        overrides = {**(switches[0] if switches else {}), **flags}
        yield Variant(way, replace(question, messages=(*question.messages, begun), overrides=overrides))


def beginning(thinking: str, tags: tuple[str, str]) -> str:
    """The end of the thinking, closed, as the beginning of a reply that has its answer still before it."""
    opener, closer = tags
    tail = thinking.strip()
    if len(tail) > TAIL_CHARS:
        tail = tail[-TAIL_CHARS:].partition("\n")[2] or tail[-TAIL_CHARS:]
    return f"{opener}\n{tail}\n{closer}\n\n"


def names(off: Mapping[str, Any]) -> str:
    """A way of switching thinking off, by its options' names."""
    return " + ".join(sorted(off))


def _switches(spec: ModelSpec) -> Sequence[Mapping[str, Any]]:
    """What switches thinking off: as declared, else what servers at hand and providers usually take."""
    if spec.thinking.off is not None:
        return (spec.thinking.off,) if spec.thinking.off else ()
    if spec.thinking.off_words:
        return ()
    if spec.base == "hosted":
        return (_EFFORT_OFF, _TEMPLATE_OFF)
    return ({**_TEMPLATE_OFF, **_EFFORT_OFF}, _TEMPLATE_OFF)


def _with_words(messages: tuple[Message, ...], words: str) -> tuple[Message, ...]:
    """The same chat with the words behind what the user said last."""
    last = max((number for number, message in enumerate(messages) if message.role == "user"), default=None)
    if not words or last is None:
        return messages
    spoken = replace(messages[last], content=f"{messages[last].content} {words}")
    return (*messages[:last], spoken, *messages[last + 1 :])
