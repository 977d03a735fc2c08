"""How long asking and judging took, beside the time below which no order could have brought it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from crucibleforge.core.words import count_of


@dataclass(frozen=True, slots=True)
class Makespan:
    """One endpoint's asking, from the first request to the last reply."""

    models: tuple[str, ...]
    cases: int
    seconds: float
    bound_s: float
    """The longest conversation or all of them spread over the slots, whichever is more."""
    slots: int
    """The most that were in use at a time."""

    @property
    def ratio(self) -> float:
        """1 where nothing could have been faster."""
        return self.seconds / self.bound_s if self.bound_s else 1.0

    def __str__(self) -> str:
        return (
            f"{count_of(self.cases, 'case')} of {', '.join(self.models)} asked in {self.seconds:.1f} s; "
            f"with {self.slots} at a time no order takes less than {self.bound_s:.1f} s"
        )


def lower_bound_s(conversations_s: Sequence[float], slots: int) -> float:
    """The least time in which so many slots can hold these conversations."""
    return max(max(conversations_s), sum(conversations_s) / slots) if conversations_s else 0.0


@dataclass(frozen=True, slots=True)
class JudgingSpan:
    """One judge's batch, from its first request to its last reply."""

    judge: str
    votes: int
    seconds: float
    bound_s: float
    """The longest vote or all of them spread over the slots, whichever is more."""
    slots: int
    """The most that were in use at a time."""
    processed: int
    """Prompt tokens that the server did not take from its cache, where it says so."""
    economy: float | None
    """Those as a multiple of the fewest with which the same could be asked; None where the server does not say."""

    @property
    def ratio(self) -> float:
        """1 where nothing could have been faster."""
        return self.seconds / self.bound_s if self.bound_s else 1.0

    def __str__(self) -> str:
        words = (
            f"{count_of(self.votes, 'vote')} of {self.judge} in {self.seconds:.1f} s; "
            f"with {self.slots} at a time no order takes less than {self.bound_s:.1f} s"
        )
        if self.economy is None:
            return words
        return f"{words}; {self.processed} prompt tokens processed, about {self.economy:.2f} x the fewest possible"


def most_at_once(held: Sequence[tuple[float, float]]) -> int:
    """How many of these stretches of time overlap at most; one that begins as another ends does not."""
    changes = sorted(change for began, ended in held for change in ((began, 1), (ended, -1)))
    return max(accumulate(step for _, step in changes), default=0)
