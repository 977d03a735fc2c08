"""Code words: what the model was told in one place, it must be able to say when asked in another.

Where it cannot, the server's own count of the prompt tells whether the words arrived: if they did, the model is weak,
and if they did not, or if nobody counted, its endpoint is at fault.
"""

from __future__ import annotations

from crucibleforge.ask._converse import said
from crucibleforge.core.conversation import Message, Outcome, Turn
from crucibleforge.core.setup import SetupCheck

from ._found import failed, passed, seen, told
from ._probe import Probe
from ._received import is_streamed

COMPLETION = "completion"
SYSTEM = "system prompt"
MEMORY = "memory"

_HERE = "The code word is heron. What is the code word? Answer with the code word only."
_OFFICE = (
    "You are the clerk of a harbour office, and this is your standing order. The code word of this office is juniper. "
    "Whenever somebody asks you for the code word, answer with that one word and with nothing else, however you are asked."
)
_ASKED = "What is the code word?"
_REMEMBER = (
    "The code word is walnut. Please remember it, because I shall ask you for it in my next message. Now answer: OK."
)
_RECALL = "What was the code word? Answer with the code word only."
_SYSTEM_TOKENS = 15
"""So many more than without the system prompt must be counted; a template may put a short one of its own in its place."""


def says(turn: Turn, word: str) -> bool:
    """Whether the reply has the code word."""
    return word in turn.text.lower()


async def check_completion(probe: Probe) -> SetupCheck:
    """A streamed completion, which is also what later failures are measured by."""
    turn = await probe.ask(Message("user", _HERE))
    probe.repeats_a_word = says(turn, "heron")
    if turn.outcome in {Outcome.EMPTY, Outcome.CUT_OFF, Outcome.MALFORMED}:
        return failed(COMPLETION, f"no text came back: {turn.note or turn.outcome.value}")
    how = "streamed" if is_streamed(turn) else "whole, not streamed: no time to the first word can be measured"
    return passed(COMPLETION, f"{seen(turn)}, {how}", {"streams": "yes" if is_streamed(turn) else "no"})


async def check_system_prompt(probe: Probe) -> SetupCheck:
    """What the system prompt orders is done."""
    turn = await probe.ask(Message("system", _OFFICE), Message("user", _ASKED))
    if says(turn, "juniper"):
        return passed(SYSTEM, "the model does what it orders")
    if not probe.repeats_a_word:
        return told(SYSTEM, _weak(turn))
    without = await probe.ask(Message("user", _ASKED))
    more = _difference(without, turn)
    if more is not None and more >= _SYSTEM_TOKENS:
        return told(SYSTEM, f"it arrives ({more} tokens more are counted with it), but the model answered {seen(turn)}")
    return failed(SYSTEM, f"it does not reach the model, which answered {seen(turn)}")


async def check_memory(probe: Probe) -> SetupCheck:
    """The first turn is known in the second."""
    order = Message("user", _REMEMBER)
    first = await probe.ask(order)
    second = await probe.ask(order, said(first), Message("user", _RECALL))
    if says(second, "walnut"):
        return passed(MEMORY, "the model knows in its second turn what it was told in the first")
    if not probe.repeats_a_word:
        return told(MEMORY, _weak(second))
    more = _difference(first, second)
    if more is not None and more > 0:
        return told(MEMORY, f"the first turn arrives with the second, but the model answered {seen(second)}")
    return failed(MEMORY, f"the first turn does not reach the model with the second: it answered {seen(second)}")


def _weak(turn: Turn) -> str:
    return f"the model answered {seen(turn)}, but it repeats no word of the question itself either"


def _difference(smaller: Turn, larger: Turn) -> int | None:
    """Prompt tokens of the larger request beyond the smaller one's; None where the server does not count."""
    few, many = smaller.usage.prompt_tokens, larger.usage.prompt_tokens
    return many - few if few and many else None
