"""How much a thinking model may write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crucibleforge.core.conversation import Message

_CHARS_PER_TOKEN = 2.5
"""Few, so that a prompt is rather taken for too long than for too short."""


@dataclass(frozen=True, slots=True)
class Room:
    """The budget of a thinking model: a multiple of the case's, up to a cap, within the model's window."""

    factor: float
    cap: int
    """In tokens."""
    window: int | None = None
    """Tokens of prompt and reply together; None where unknown, as it is with most providers."""

    def tokens(self, budget: int, messages: Sequence[Message]) -> int:
        """The budget in place of the case's; never less than that."""
        most = min(round(budget * self.factor), self.cap)
        if self.window is not None:
            most = min(most, self.window - round(sum(len(message.content) for message in messages) / _CHARS_PER_TOKEN))
        return max(budget, most)


NO_ROOM = Room(1.0, 0)
"""The case's budget for every model."""
