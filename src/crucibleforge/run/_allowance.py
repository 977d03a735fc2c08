"""What a command may spend, and how long it may go on beginning cases. What is in flight is always finished."""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal

from crucibleforge.ask import ModelSpec, cost_of
from crucibleforge.core.clock import monotonic_s, now_utc
from crucibleforge.core.conversation import Usage

from ._range import Range

Reached = Literal["", "cost", "time"]


@dataclass(slots=True, eq=False)
class Bill:
    """What one case has cost so far. Each is only equal to itself: two cases may have cost the same."""

    expected: Range
    usd: float = 0.0
    is_known: bool = True
    """Whether the server has counted every reply."""

    @property
    def outstanding_usd(self) -> float:
        """What it will probably still cost."""
        return max(0.0, self.expected.likely - self.usd)


class Allowance:
    """The limits of one command; without arguments it only keeps the accounts.

    Args:
        max_usd: of all models together, the judge included.
        max_s: from now on.
    """

    def __init__(
        self, max_usd: float = math.inf, max_s: float = math.inf, *, clock: Callable[[], float] = monotonic_s
    ) -> None:
        self.max_usd = max_usd
        self.reached: Reached = ""
        """Which limit kept a case from being begun."""
        self.wanted_usd = 0.0
        """What that case was expected to cost."""
        self.spent_usd: defaultdict[str, float] = defaultdict(float)
        """By model, as far as prices are known; replies that nobody counted are taken at their most."""
        self._clock = clock
        self._ends_s = clock() + max_s
        self._in_flight: list[Bill] = []
        self._changed = asyncio.Event()

    @property
    def limits_cost(self) -> bool:
        """Whether there is a limit to what may be spent."""
        return self.max_usd < math.inf

    @property
    def total_usd(self) -> float:
        """Of all models."""
        return sum(self.spent_usd.values())

    def is_used_up(self) -> bool:
        """Whether nothing more may begin now, whatever it costs."""
        if self._clock() >= self._ends_s:
            self.reached = self.reached or "time"
        elif self.total_usd >= self.max_usd:
            self.reached = self.reached or "cost"
        return bool(self.reached)

    def account(self, spec: ModelSpec, bill: Bill | None = None) -> Callable[[Usage], None]:
        """Where a client of this model tells what it used."""

        def take(usage: Usage) -> None:
            cost = cost_of(spec, usage, now_utc())
            if cost is not None:
                self.spent_usd[spec.name] += cost.usd
            if bill is not None:
                bill.usd += 0.0 if cost is None else cost.usd
                bill.is_known &= cost is not None

        return take

    @asynccontextmanager
    async def begun(self, spec: ModelSpec, expected: Range | None) -> AsyncIterator[Callable[[Usage], None] | None]:
        """The account of a new case, or None where it may not begin any more.

        While cases are in flight it waits for what they turn out to cost, where that decides.

        Args:
            expected: what it will cost, in dollars; None where it costs nothing or nobody knows.
        """
        bill = Bill(expected or Range.exactly(0))
        if not await self._may_begin(bill):
            yield None
            return
        self._in_flight.append(bill)
        try:
            yield self.account(spec, bill)
        finally:
            self._in_flight.remove(bill)
            if not bill.is_known:
                self.spent_usd[spec.name] += max(0.0, bill.expected.high - bill.usd)
            self._changed.set()
            self._changed.clear()

    async def _may_begin(self, bill: Bill) -> bool:
        while not self.is_used_up():
            outstanding = sum(other.outstanding_usd for other in self._in_flight)
            if self.total_usd + outstanding + bill.expected.likely <= self.max_usd:
                return True
            if not self._in_flight:
                self.reached, self.wanted_usd = "cost", bill.expected.likely
                return False
            await self._changed.wait()
        return False
