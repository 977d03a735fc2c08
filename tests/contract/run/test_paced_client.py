"""A client whose requests go through an endpoint's slots, against real replies, with waits that end when the test says so."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import format_datetime

import pytest

from crucibleforge.core.clock import now_utc
from crucibleforge.run import Limit, Slots, Stop, Stopped
from crucibleforge.testing import Reply
from tests.contract.ask.clients import HELLO, Asked, asking


@dataclass
class Clock:
    """Time that stands still until it is let go."""

    now_s: float = 0.0
    waits: list[float] = field(default_factory=list)
    waiting: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    go: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.waiting.release()
        await self.go.wait()
        self.now_s += seconds

    async def waited_for_by(self, count: int) -> None:
        for _ in range(count):
            await self.waiting.acquire()


def _in_a_minute() -> str:
    return format_datetime(now_utc() + timedelta(seconds=60), usegmt=True)


async def _ask(asked: Asked, slots: Slots, rank: int) -> str:
    async with slots.seat(rank) as seat:
        turn = await asked.client.paced_by(seat).complete(HELLO, max_tokens=8, temperature=0)
    return turn.text


@pytest.mark.parametrize(("status", "slots_left"), [(429, 8), (503, 10)])
@pytest.mark.parametrize("form", ["seconds", "date"])
async def test_wish_for_a_pause_holds_up_every_conversation_of_the_endpoint(
    form: str, status: int, slots_left: int
) -> None:
    wish = {"Retry-After": "60" if form == "seconds" else _in_a_minute()}
    clock = Clock()
    slots = Slots(Limit.stated(10), Stop(), clock=clock, sleep=clock.sleep)
    async with (
        asking(Reply("later", status=status, headers=wish), Reply("Hello.")) as asked,
        asyncio.TaskGroup() as group,
    ):
        first = group.create_task(_ask(asked, slots, 0))
        await clock.waited_for_by(1)
        others = [group.create_task(_ask(asked, slots, rank)) for rank in (1, 2)]
        await clock.waited_for_by(2)
        assert len(asked.bodies) == 1
        assert all(55 < seconds <= 60 for seconds in clock.waits)
        clock.go.set()
    assert [first.result(), *(other.result() for other in others)] == ["Hello."] * 3
    assert slots.limit.slots == slots_left


async def test_stopped_client_sends_nothing_more() -> None:
    stop = Stop()
    async with asking(Reply("Hello.")) as asked:
        paced = asked.client.paced_by(stop)
        await paced.complete(HELLO, max_tokens=8, temperature=0)
        stop.requested = True
        with pytest.raises(Stopped):
            await paced.complete(HELLO, max_tokens=8, temperature=0)
        assert len(asked.bodies) == 1
