"""How long asking took, beside the time below which no order could have brought it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
            f"{self.cases} cases of {', '.join(self.models)} asked in {self.seconds:.1f} s; "
            f"with {self.slots} at a time no order takes less than {self.bound_s:.1f} s"
        )


def lower_bound_s(conversations_s: Sequence[float], slots: int) -> float:
    """The least time in which so many slots can hold these conversations."""
    return max(max(conversations_s), sum(conversations_s) / slots) if conversations_s else 0.0
