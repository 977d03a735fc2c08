"""How many requests one endpoint takes at a time, found out by asking. A pure decision: no clock, no waiting."""

from __future__ import annotations

import math
from dataclasses import dataclass

from crucibleforge.ask import LONGEST_RETRY_AFTER_S, Fault

FIRST = 8
"""Requests at a time for an endpoint about which nothing is known."""
MOST = 100
"""Requests at a time for an endpoint that never says it has enough."""

_OVERSHOT = 0.5
_NARROWED = 0.8
_CREEP = 0.05
"""Slots won by each reply after the first complaint: a twentieth more with each round of replies."""
_LEAST_CREEP = 0.25
"""Slots won by each round of replies at least."""


@dataclass(slots=True)
class Limit:
    """Doubles with each round of replies until the endpoint first complains; from then on it creeps up and steps back.

    Only a rate limit narrows it: a broken server says nothing about how much it would take.
    """

    most: int = MOST
    width: float = FIRST
    is_probing: bool = True
    """Whether the endpoint has not complained yet."""
    paused_until_s: float = -math.inf
    """Nothing is sent before: the endpoint asked for it."""
    narrowed_s: float = -math.inf

    @classmethod
    def stated(cls, most: int) -> Limit:
        """For an endpoint whose owner says what it takes: all of that at once."""
        return cls(most, most, is_probing=False)

    @property
    def slots(self) -> int:
        """Requests at a time, at least one."""
        return max(1, int(self.width))

    def replied(self, in_use: int) -> None:
        """A reply came while so many slots were in use; slots that nobody needed prove nothing."""
        if in_use >= self.slots:
            step = 1.0 if self.is_probing else max(_LEAST_CREEP / self.slots, _CREEP)
            self.width = min(self.most, self.width + step)

    def failed(self, fault: Fault, *, sent_s: float, now_s: float) -> None:
        """A request sent at `sent_s` brought a fault.

        Requests that were under way when the limit was last narrowed belong to the same complaint and narrow it no further.
        A pause longer than any question waits is left to the questions, which give up.
        """
        if fault.retry_after_s is not None and fault.retry_after_s <= LONGEST_RETRY_AFTER_S:
            self.paused_until_s = max(self.paused_until_s, now_s + fault.retry_after_s)
        if fault.reason == "rate limit" and sent_s > self.narrowed_s:
            self.width = max(1.0, self.slots * (_OVERSHOT if self.is_probing else _NARROWED))
            self.is_probing = False
            self.narrowed_s = now_s
