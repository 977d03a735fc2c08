"""Whether the largest prompt of the suite fits, and arrives whole."""

from __future__ import annotations

from crucibleforge.core.conversation import Message, Turn
from crucibleforge.core.errors import ProviderError
from crucibleforge.core.setup import SetupCheck

from ._found import failed, passed, seen, told
from ._probe import Probe
from ._words import says

WINDOW = "window"

CHARS_PER_TOKEN = 4
_WORD = "saffron"
_START = f"The code word is {_WORD}. Below this line is a harbour's log, which you may skip."
_END = "That was the log. What is the code word that stands before it? Answer with the code word only."
_SHORT_SHARE = 8
"""The control prompt is so many times shorter, but not shorter than _LEAST_TOKENS."""
_LEAST_TOKENS = 150
_WHOLE = 0.85
"""Of the expected tokens must be counted for a prompt to be whole."""


async def check_window(probe: Probe, tokens: int) -> SetupCheck:
    """A word at the start of a prompt of about `tokens` tokens is seen."""
    declared = probe.spec.context
    if declared is not None and declared < tokens:
        return failed(WINDOW, f"models.yaml gives {declared} tokens, and the largest case needs about {tokens}")
    try:
        turn = await probe.ask(_prompt(tokens))
    except ProviderError as error:
        if error.reason != "window":
            raise
        return failed(
            WINDOW, f"a prompt of about {tokens} tokens, as the largest case needs, was refused: {error.message}"
        )
    counted = turn.usage.prompt_tokens or None
    known = {"window": f"at least {tokens if counted is None else counted} tokens"}
    if says(turn, _WORD):
        return passed(WINDOW, f"the start of a prompt of about {counted or tokens} tokens is seen", known)
    return await _unseen(probe, turn, tokens)


async def _unseen(probe: Probe, turn: Turn, tokens: int) -> SetupCheck:
    """Whether the prompt was cut or the model is weak: the same question, much shorter, tells."""
    control = await probe.ask(_prompt(max(_LEAST_TOKENS, tokens // _SHORT_SHARE)))
    expected = _expected_tokens(turn, probe.turns[0], control)
    counted = turn.usage.prompt_tokens
    if expected is None or not counted:
        if says(control, _WORD):
            return failed(
                WINDOW, f"the start of a prompt of about {tokens} tokens is not seen: it is cut without a word"
            )
        return told(WINDOW, f"the model answered {seen(turn)}, but it finds no word in a short prompt either")
    if counted < _WHOLE * expected:
        return failed(WINDOW, f"the prompt is cut without a word: {counted} of about {expected} tokens arrived")
    known = {"window": f"at least {counted} tokens"}
    return told(WINDOW, f"all {counted} tokens arrived, but the model answered {seen(turn)}", known)


def _expected_tokens(turn: Turn, *whole: Turn) -> int | None:
    """The tokens of a prompt, by two shorter ones that certainly arrived; None where the server does not count.

    Two of them, since a template adds to each the same number of tokens.
    """
    (few_chars, few), (more_chars, more) = ((_chars(one), one.usage.prompt_tokens) for one in whole)
    if not few or not more:
        return None
    return round(few + (more - few) * (_chars(turn) - few_chars) / (more_chars - few_chars))


def _chars(turn: Turn) -> int:
    return sum(len(message.content) for message in turn.sent)


def _prompt(tokens: int) -> Message:
    left = tokens * CHARS_PER_TOKEN - len(_START) - len(_END)
    lines = [_entry(number) for number in range(1, 2 + max(0, left) // len(_entry(1)))]
    return Message("user", "\n".join((_START, *lines, _END)))


def _entry(number: int) -> str:
    return f"Entry {number}: the boat came in with the tide and left the harbour again before dark."
