"""How fast replies come while nothing else is asked."""

from __future__ import annotations

from dataclasses import asdict

from crucibleforge.core.conversation import Message, Turn
from crucibleforge.core.errors import ProviderError
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.core.speed import SPEED, measured, rate

from ._probe import Probe, Untold

SECONDS = 20.0
"""Of this check alone. The model is loaded and warm by then, and the longest prompt is still to come: a slow server may
go on with that one when nobody waits for it any more."""

_PROMPTS = (
    "Tell me about the life of a lighthouse keeper, in plain sentences.",
    "Describe a market in a small port on a busy morning, in plain sentences.",
    "Explain how a wooden boat is built, in plain sentences.",
)
"""Different from their first words on, so that no cache of prompts serves one for the other."""
_TOKENS = 64
_FEWEST_TOKENS = 8
_REPLY_S = 5.0
"""What one reply may take, as far as the replies before it tell."""


async def check_speed(probe: Probe) -> SetupCheck:
    """The medians over a few short replies. It never fails: a slow model is no fault."""
    max_tokens = _affordable(probe.turns)
    turns: list[Turn] = []
    why = ""
    with probe.apart(SECONDS):
        try:
            for prompt in _PROMPTS:
                turns.append(await probe.ask(Message("user", prompt), max_tokens=max_tokens))
        except (Untold, ProviderError) as error:
            why = str(error)
    if not turns:
        return SetupCheck(SPEED, SetupState.COULD_NOT_RUN, why)
    found = measured(turns)
    words = f"{found} (median of {len(turns)} replies of at most {max_tokens} tokens; only comparable on one host)"
    figures = {name: figure for name, figure in asdict(found).items() if figure is not None}
    return SetupCheck(SPEED, SetupState.PASSED, words, figures=figures)


def _affordable(turns: list[Turn]) -> int:
    rates = [found for turn in turns if (found := rate(turn)) is not None]
    slowest = min(rates, default=_TOKENS / _REPLY_S)
    return max(_FEWEST_TOKENS, min(_TOKENS, int(slowest * _REPLY_S)))
