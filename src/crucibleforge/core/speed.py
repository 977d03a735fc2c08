"""How fast an endpoint writes, by its own count of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from .conversation import Turn
from .setup import SetupCheck

SPEED = "speed"
"""The check of the set-up that measures it."""

_STREAMED_SHARE = 0.02
"""Less of a reply's time than this after its first token: it was held back and came all at once."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured while nothing else was asked. Only comparable on one host."""

    tokens_per_s: float | None
    """The first token excluded; None where replies had less than two tokens, came whole, or nobody counted."""
    first_token_s: float | None
    """From sending the request."""

    def __str__(self) -> str:
        rate = "no rate known" if self.tokens_per_s is None else f"{self.tokens_per_s:.1f} tokens/s"
        return rate if self.first_token_s is None else f"{rate}, first token after {self.first_token_s:.2f} s"


def rate(turn: Turn) -> float | None:
    """Tokens a second after the first one; None where that cannot be known."""
    tokens, first_s, total_s = turn.usage.completion_tokens, turn.timing.first_token_s, turn.timing.total_s
    if tokens is None or tokens < 2 or first_s is None or total_s - first_s <= _STREAMED_SHARE * total_s:
        return None
    return (tokens - 1) / (total_s - first_s)


def measured(turns: Sequence[Turn]) -> Speed:
    """The medians over some replies that were asked for one at a time."""
    rates = [found for turn in turns if (found := rate(turn)) is not None]
    firsts = [found for turn in turns if (found := turn.timing.first_token_s) is not None]
    return Speed(median(rates) if rates else None, median(firsts) if firsts else None)


def speed_in(checks: Sequence[SetupCheck]) -> Speed | None:
    """What the checks of a set-up measured."""
    figures = next((check.figures for check in checks if check.name == SPEED and check.figures), None)
    return None if figures is None else Speed(figures.get("tokens_per_s"), figures.get("first_token_s"))
