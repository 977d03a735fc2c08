"""One endpoint's slots: whoever wants to send waits here, in order, and all of them wait when the endpoint asks for it."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from crucibleforge.ask import Fault
from crucibleforge.core.clock import monotonic_s

from ._limit import Limit
from ._stop import Stop

_Place = tuple[bool, int]
"""Conversations that have begun come before new ones, then by rank."""


class Slots:
    """Lends seats to conversations, as many at a time as the limit allows; all models of an endpoint share them."""

    def __init__(
        self,
        limit: Limit,
        stop: Stop,
        *,
        clock: Callable[[], float] = monotonic_s,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.limit = limit
        self.widest = 0
        """The most seats that were ever taken at a time."""
        self.stop = stop
        self._clock = clock
        self._sleep = sleep
        self._taken = 0
        self._queue: list[tuple[_Place, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def seat(self, rank: int) -> AsyncIterator[Seat]:
        """A seat for one conversation, when its turn has come.

        Args:
            rank: the lowest goes first; no two conversations share one.
        """
        seat = Seat(self, rank)
        await self._take((True, rank))
        seat.is_taken = True
        try:
            yield seat
        finally:
            if seat.is_taken:
                self._give_back()

    async def settle(self, seat: Seat) -> None:
        """Let a seated conversation send: after any pause, and in line again where the limit has become too narrow."""
        await self.stop.ready()
        if self._taken > self.limit.slots:
            seat.is_taken = False
            self._give_back()
            await self._take((False, seat.rank))
            seat.is_taken = True
        while (left := self.limit.paused_until_s - self._clock()) > 0:
            await self._sleep(left)
        await self.stop.ready()

    def now_s(self) -> float:
        """The time by which slots reckon."""
        return self._clock()

    def learn(self, fault: Fault | None, sent_s: float) -> None:
        """Widen or narrow the limit by what a request brought."""
        if fault is None:
            self.limit.replied(self._taken)
            self._admit()
        else:
            self.limit.failed(fault, sent_s=sent_s, now_s=self._clock())

    async def _take(self, place: _Place) -> None:
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (place, turn))
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back()
            raise

    def _give_back(self) -> None:
        self._taken -= 1
        self._admit()

    def _admit(self) -> None:
        while self._queue and self._taken < self.limit.slots:
            _, turn = heapq.heappop(self._queue)
            if not turn.done():
                self._taken += 1
                self.widest = max(self.widest, self._taken)
                turn.set_result(None)


class Seat:
    """The pace of one conversation: it keeps its slot from turn to turn."""

    def __init__(self, slots: Slots, rank: int) -> None:
        self.rank = rank
        self.is_taken = False
        self._slots = slots
        self._sent_s = 0.0

    async def ready(self) -> None:
        """Return when the endpoint may be asked.

        Raises:
            Stopped: once a stop was requested.
        """
        await self._slots.settle(self)
        self._sent_s = self._slots.now_s()

    def came(self, fault: Fault | None) -> None:
        """Let the endpoint's limit learn from what came."""
        self._slots.learn(fault, self._sent_s)
