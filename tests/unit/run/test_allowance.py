from __future__ import annotations

import asyncio
import math

import pytest

from crucibleforge.ask import ModelSpec, Price
from crucibleforge.core.conversation import Usage
from crucibleforge.run import Allowance, Range

SPEC = ModelSpec("priced", "https://api.example.org/v1", "m", price=Price(1.0, 1.0))
FREE = ModelSpec("free", "http://127.0.0.1:1/v1", "m")
DOLLAR = Usage(1_000_000, 0)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def ask(allowance: Allowance, usd: float, expected: Range, held: asyncio.Event | None = None) -> bool:
    """Whether a case that costs `usd` in the end was begun."""
    async with allowance.begun(SPEC, expected) as account:
        if account is None:
            return False
        if held is not None:
            await held.wait()
        account(Usage(round(usd * 1_000_000), 0))
        return True


async def test_without_limits_everything_begins_and_is_counted() -> None:
    allowance = Allowance()
    assert [await ask(allowance, 40.0, Range.exactly(1e9)) for _ in range(2)] == [True, True]
    assert (dict(allowance.spent_usd), allowance.reached) == ({"priced": 80.0}, "")


async def test_no_case_begins_that_would_pass_the_limit() -> None:
    allowance = Allowance(10.0)
    begun = [await ask(allowance, 3.0, Range.exactly(3.0)) for _ in range(5)]
    assert begun == [True, True, True, False, False]
    assert (allowance.total_usd, allowance.reached, allowance.wanted_usd) == (9.0, "cost", 3.0)


async def test_what_is_in_flight_counts_with_what_it_is_expected_to_cost() -> None:
    allowance, held = Allowance(10.0), asyncio.Event()
    first = asyncio.create_task(ask(allowance, 9.0, Range.exactly(6.0), held))
    second = asyncio.create_task(ask(allowance, 1.0, Range.exactly(6.0)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not second.done(), "it waits for what the first one turns out to cost"
    held.set()
    assert (await first, await second) == (True, False)
    assert allowance.total_usd == 9.0


async def test_a_case_that_turned_out_cheap_makes_room_for_the_next() -> None:
    allowance, held = Allowance(10.0), asyncio.Event()
    first = asyncio.create_task(ask(allowance, 0.5, Range.exactly(6.0), held))
    second = asyncio.create_task(ask(allowance, 0.5, Range.exactly(6.0)))
    await asyncio.sleep(0)
    held.set()
    assert (await first, await second) == (True, True)
    assert allowance.reached == ""


async def test_once_reached_the_limit_stays_reached() -> None:
    allowance = Allowance(10.0)
    assert not await ask(allowance, 20.0, Range.exactly(20.0))
    assert not await ask(allowance, 0.1, Range.exactly(0.1)), "the cheap cases alone would be another test"


async def test_replies_that_nobody_counted_are_taken_at_their_most() -> None:
    allowance = Allowance(10.0)
    async with allowance.begun(SPEC, Range(1.0, 2.0, 5.0)) as account:
        assert account is not None
        account(DOLLAR)
        account(Usage())
    assert allowance.total_usd == 5.0


async def test_what_has_no_price_is_never_held_up_by_a_limit_on_cost() -> None:
    allowance = Allowance(1.0)
    async with allowance.begun(FREE, None) as account:
        assert account is not None
        account(DOLLAR)
    assert (allowance.total_usd, allowance.is_used_up()) == (0.0, False)


async def test_when_the_time_is_over_nothing_begins() -> None:
    clock = Clock()
    allowance = Allowance(math.inf, 60.0, clock=clock)
    assert await ask(allowance, 1.0, Range.exactly(1.0))
    clock.now = 60.0
    assert not await ask(allowance, 1.0, Range.exactly(1.0))
    assert allowance.reached == "time"


async def test_calls_that_belong_to_no_case_are_counted_too() -> None:
    allowance = Allowance(1.0)
    allowance.account(SPEC)(DOLLAR)
    assert (allowance.is_used_up(), allowance.reached) == (True, "cost")


@pytest.mark.parametrize("failure", [RuntimeError, asyncio.CancelledError])
async def test_a_case_that_fails_gives_back_what_it_held(failure: type[BaseException]) -> None:
    allowance = Allowance(10.0)
    with pytest.raises(failure):
        async with allowance.begun(SPEC, Range.exactly(9.0)):
            raise failure
    assert await ask(allowance, 9.0, Range.exactly(9.0))
