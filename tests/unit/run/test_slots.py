from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest

from benchmarks.asking.virtual_time import run_virtually
from crucibleforge.ask import Fault
from crucibleforge.run import Limit, Seat, Slots, Stop, Stopped

BUSY = Fault("rate limit", "slow down", again=True, status=429)


@dataclass
class Endpoint:
    """Slots in virtual time, with a note of who sent when."""

    slots: Slots
    sent: list[tuple[int, float]] = field(default_factory=list)
    busy: int = 0
    busiest: int = 0

    async def turn(self, seat: Seat, seconds: float, fault: Fault | None = None) -> None:
        await seat.ready()
        self.sent.append((seat.rank, asyncio.get_running_loop().time()))
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        try:
            await asyncio.sleep(seconds)
        finally:
            self.busy -= 1
        seat.came(fault)

    async def conversation(self, rank: int, *turns_s: float) -> None:
        async with self.slots.seat(rank) as seat:
            for seconds in turns_s:
                await self.turn(seat, seconds)


def played(limit: Limit, story: Callable[[Endpoint], Coroutine[Any, Any, None]]) -> Endpoint:
    async def told() -> Endpoint:
        endpoint = Endpoint(Slots(limit, Stop(), clock=asyncio.get_running_loop().time))
        await story(endpoint)
        return endpoint

    return run_virtually(told())


async def together(*jobs: Coroutine[Any, Any, None]) -> None:
    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(job)


def test_as_many_at_a_time_as_the_limit_says_and_never_fewer_while_some_wait() -> None:
    endpoint = played(Limit.stated(3), lambda it: together(*(it.conversation(rank, 1.0) for rank in range(9))))
    assert endpoint.busiest == 3
    assert [at for _, at in endpoint.sent] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_lowest_rank_goes_first_whoever_came_first() -> None:
    endpoint = played(Limit.stated(1), lambda it: together(*(it.conversation(rank, 1.0) for rank in (0, 4, 2, 3, 1))))
    assert [rank for rank, _ in endpoint.sent] == [0, 1, 2, 3, 4]


def test_turns_of_a_conversation_follow_each_other() -> None:
    endpoint = played(Limit.stated(1), lambda it: together(*(it.conversation(rank, 1.0, 1.0) for rank in range(3))))
    assert [rank for rank, _ in endpoint.sent] == [0, 0, 1, 1, 2, 2]


def test_limit_widens_while_replies_come() -> None:
    endpoint = played(
        Limit(most=100, width=2), lambda it: together(*(it.conversation(rank, 1.0) for rank in range(30)))
    )
    assert [sum(at == second for _, at in endpoint.sent) for second in range(4)] == [2, 4, 8, 16]


def test_pause_that_one_request_is_told_holds_up_all_of_them() -> None:
    told = Fault("rate limit", "slow down", again=True, retry_after_s=30)

    async def story(it: Endpoint) -> None:
        async def complaint() -> None:
            async with it.slots.seat(0) as seat:
                await it.turn(seat, 1.0, told)
                await it.turn(seat, 1.0)

        await together(complaint(), *(it.conversation(rank, 2.0, 2.0) for rank in range(1, 6)))

    endpoint = played(Limit.stated(4), story)
    assert {at for _, at in endpoint.sent if at < 31} == {0.0}
    assert len([at for _, at in endpoint.sent if at == 31]) >= 3


def test_conversations_that_have_begun_go_on_before_new_ones_when_the_limit_narrows() -> None:
    async def story(it: Endpoint) -> None:
        async def complaint(rank: int) -> None:
            async with it.slots.seat(rank) as seat:
                await it.turn(seat, 1.0, BUSY)
                await it.turn(seat, 1.0)

        await together(*(complaint(rank) for rank in range(8)), it.conversation(8, 1.0))

    endpoint = played(Limit(most=8, width=8), story)
    later = [rank for rank, at in endpoint.sent if at >= 1]
    assert later[-1] == 8
    assert [sum(at == second for _, at in endpoint.sent) for second in (0, 1)] == [8, 4], "eight were halved to four"


def test_stop_lets_what_was_sent_finish_and_nothing_new_begin() -> None:
    refused: list[int] = []
    finished: list[int] = []

    async def story(it: Endpoint) -> None:
        async def conversation(rank: int) -> None:
            try:
                await it.conversation(rank, 1.0, 1.0)
                finished.append(rank)
            except Stopped:
                refused.append(rank)

        async def stop() -> None:
            await asyncio.sleep(0.5)
            it.slots.stop.requested = True

        await together(*(conversation(rank) for rank in range(5)), stop())

    endpoint = played(Limit.stated(2), story)
    assert (len(endpoint.sent), finished, sorted(refused)) == (2, [], [0, 1, 2, 3, 4])


def test_seat_of_a_cancelled_conversation_goes_to_the_next() -> None:
    async def story(it: Endpoint) -> None:
        first = asyncio.create_task(it.conversation(0, 60.0))
        second = asyncio.create_task(it.conversation(1, 60.0))
        third = asyncio.create_task(it.conversation(2, 1.0))
        await asyncio.sleep(1)
        second.cancel()
        first.cancel()
        await third

    endpoint = played(Limit.stated(1), story)
    assert endpoint.sent == [(0, 0.0), (2, 1.0)]


@pytest.mark.parametrize("allowed", [3, 10, 60])
def test_limit_settles_near_what_an_endpoint_takes(allowed: int) -> None:
    async def story(it: Endpoint) -> None:
        async def asked(rank: int) -> None:
            async with it.slots.seat(rank) as seat:
                fault: Fault | None = BUSY
                while fault is not None:
                    await seat.ready()
                    fault = BUSY if it.busy >= allowed else None
                    if fault is None:
                        await it.turn(seat, 1.0)
                    else:
                        it.sent.append((-1, asyncio.get_running_loop().time()))
                        await asyncio.sleep(0.1)
                        seat.came(fault)
                        await asyncio.sleep(1.0)

        await together(*(asked(rank) for rank in range(allowed * 40)))

    endpoint = played(Limit(), story)
    took = endpoint.sent[-1][1] + 1
    refused = sum(rank < 0 for rank, _ in endpoint.sent)
    assert took < 40 * 1.5
    assert refused < allowed * 40 * 0.25
