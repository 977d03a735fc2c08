"""Asking in virtual time: real slots and the real order, conversations that only take their time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.asking.virtual_time import run_virtually
from crucibleforge.run import Limit, Slots, Stop, longest_first, lower_bound_s


def _even(_chance: random.Random) -> float:
    return 20.0


def _spread(chance: random.Random) -> float:
    return chance.uniform(2.0, 60.0)


def _falling(chance: random.Random) -> float:
    return chance.expovariate(1 / 20)


def _tailed(chance: random.Random) -> float:
    return chance.lognormvariate(2.5, 1.0)


def _two_kinds(chance: random.Random) -> float:
    """Short questions, and one session in eight that takes eight times as long."""
    return chance.gauss(10, 2) * (8 if chance.random() < 1 / 8 else 1)


DISTRIBUTIONS: dict[str, Callable[[random.Random], float]] = {
    "all alike": _even,
    "evenly spread": _spread,
    "exponential": _falling,
    "long tail (lognormal)": _tailed,
    "questions and sessions": _two_kinds,
}
"""Length of one conversation, in seconds."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """One simulated asking."""

    seconds: float
    bound_s: float

    @property
    def ratio(self) -> float:
        """1 where nothing could have been faster."""
        return self.seconds / self.bound_s


def drawn(distribution: str, cases: int, seed: int) -> list[float]:
    """Lengths of so many conversations, in seconds, at least a tenth of one."""
    chance = random.Random(seed)
    return [max(0.1, DISTRIBUTIONS[distribution](chance)) for _ in range(cases)]


def guessed(lengths_s: Sequence[float], error: float, seed: int) -> list[float]:
    """What would be expected of these conversations by a guess that is off by a factor of e**error, give or take."""
    chance = random.Random(seed)
    return [length * chance.lognormvariate(0, error) for length in lengths_s]


def simulate(lengths_s: Sequence[float], expected: Sequence[float], slots: int) -> Simulated:
    """Hold the conversations in the order that their expected lengths ask for.

    Args:
        expected: one for each conversation, in any unit; all alike leaves them in the order given.
    """
    return Simulated(run_virtually(_asked(longest_first(lengths_s, expected), slots)), lower_bound_s(lengths_s, slots))


async def _asked(lengths_s: Sequence[float], slots: int) -> float:
    loop = asyncio.get_running_loop()
    lent = Slots(Limit.stated(slots), Stop(), clock=loop.time)
    async with asyncio.TaskGroup() as group:
        for rank, length_s in enumerate(lengths_s):
            group.create_task(_conversation(lent, rank, length_s))
    return loop.time()


async def _conversation(slots: Slots, rank: int, length_s: float) -> None:
    async with slots.seat(rank) as seat:
        await seat.ready()
        await asyncio.sleep(length_s)
        seat.came(None)
