"""What a complete reply amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crucibleforge.core.conversation import Message, Outcome, Usage
from crucibleforge.core.errors import shown
from crucibleforge.core.finish import ending

from ._faults import Fault, transport_fault
from ._reply import Reply
from ._sse import read_object

_ODD_CHARS_PER_TOKEN = 12
"""English runs near 4 and code below 8; only a prompt that was cut looks like more."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The outcome of one reply, and what a reader should know beside it."""

    outcome: Outcome
    text: str
    note: str = ""

    @property
    def is_empty_stop(self) -> bool:
        """Whether the model stopped by itself without an answer, which one more try may mend."""
        return self.outcome is Outcome.EMPTY or self.note == _STOPPED_THINKING


_STOPPED_THINKING = "stopped inside its thinking"
_REFUSAL = "the endpoint marks this as a refusal"
_MISPLACED = "the answer came in the thinking field, behind its closing tag"


def read_outcome(reply: Reply) -> Reading | Fault:
    """The outcome of a reply, or the fault when it is not one that can be scored."""
    named = f"finish reason {shown(reply.finish, 60)}"
    match ending(reply.finish):
        case "missing":
            return transport_fault("the stream ended without a finish reason")
        case "broken":
            return transport_fault(f"the server ended the reply with an error ({named})")
        case "filter":
            return Fault("filter", f"the provider's filter ended the reply ({named})")
        case "malformed":
            return Reading(Outcome.MALFORMED, reply.text, named)
        case "refused":
            return Reading(Outcome.REFUSED, reply.text or reply.refusal, _REFUSAL)
        case end:
            return _read_whole(reply, cut=end == "cut")


def _read_whole(reply: Reply, *, cut: bool) -> Reading:
    if reply.text.strip() or _has_whole_call(reply, cut=cut):
        notes = (_MISPLACED if reply.misplaced else "", "cut off at the token limit" if cut else "")
        return Reading(Outcome.ANSWERED, reply.text, "; ".join(filter(None, notes)))
    if reply.refusal:
        return Reading(Outcome.REFUSED, reply.refusal, _REFUSAL)
    return _without_answer(reply, cut=cut)


def _has_whole_call(reply: Reply, *, cut: bool) -> bool:
    """Whether a call can be acted on; a reply that was cut may end in half a call."""
    return any(not cut or read_object(call.arguments) is not None for call in reply.tool_calls)


def _without_answer(reply: Reply, *, cut: bool) -> Reading:
    if reply.thinking:
        note = "the token limit was reached while thinking" if cut else _STOPPED_THINKING
        return Reading(Outcome.ONLY_THINKING, "", note)
    if cut:
        return Reading(Outcome.CUT_OFF, "", "the token limit was reached before any answer")
    return Reading(Outcome.EMPTY, "", "the reply is empty")


def is_cut_prompt(sent: Sequence[Message], usage: Usage) -> bool:
    """Whether the server counted far fewer tokens than the prompt must have."""
    chars = sum(len(message.content) for message in sent)
    # No prompt has no tokens: 0 is what some servers say instead of nothing.
    return bool(usage.prompt_tokens) and chars > _ODD_CHARS_PER_TOKEN * max(counted(usage), 100)


def counted(usage: Usage) -> int:
    """Tokens of the prompt; where they are fewer than the cached ones, the server names the new ones only."""
    prompt, cached = usage.prompt_tokens or 0, usage.cached_tokens or 0
    return prompt + cached if cached > prompt else prompt


def prompt_note(sent: Sequence[Message], usage: Usage) -> str:
    """A warning when the prompt looks as if it was cut."""
    if not is_cut_prompt(sent, usage):
        return ""
    chars = sum(len(message.content) for message in sent)
    return f"prompt probably cut by the server: {chars} characters counted as {usage.prompt_tokens} tokens"


def is_same_model(asked: str, named: str) -> bool:
    """Whether two ids stand for one model: letter case, folders, `.gguf` and `:latest` are spellings."""
    return _bare(asked) == _bare(named)


def wrong_model(asked: str, named: str) -> Fault:
    """The fault of a reply that another model wrote."""
    return Fault(
        "wrong model",
        f"asked for {asked!r}, answered by {named!r}",
        hint=f"load {asked!r} there, or name the model that is served under `model` in models.yaml",
    )


def _bare(name: str) -> str:
    last = name.replace("\\", "/").rpartition("/")[2]
    return last.casefold().removesuffix(".gguf").removesuffix(":latest")
