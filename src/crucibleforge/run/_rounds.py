"""Asks all endpoints of a run, each in its rounds and with its slots, the longest conversations first."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from crucibleforge.ask import ModelSpec, open_client
from crucibleforge.core.case import Case
from crucibleforge.core.errors import ConfigError, ProviderError

from ._asking import Asking
from ._endpoints import Endpoint, endpoints
from ._events import AskingDone, PhaseStarted
from ._grading import Grader
from ._makespan import Makespan, lower_bound_s
from ._order import ceiling, expected_lengths, longest_first
from ._run import Run
from ._slots import Slots
from ._tasks import all_done

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be asked."""

    cases: Mapping[str, Sequence[Case]]
    """Model name -> its cases."""
    lengths: Mapping[str, float]
    """Case id -> expected length, in any unit."""


def wanted(run: Run, cases: Mapping[str, Sequence[Case]]) -> Wanted:
    """The cases with what is to be expected of them."""
    ceilings = {case.id: ceiling(case) for asked in cases.values() for case in asked}
    return Wanted(cases, expected_lengths(ceilings, run.store.reply_tokens().values()))


async def ask_everywhere(
    run: Run,
    specs: Sequence[ModelSpec],
    todo: Wanted,
    grader: Grader | None,
    on_failure: Callable[[ProviderError | ConfigError], None],
) -> None:
    """Ask every endpoint at the same time.

    Args:
        on_failure: told why a model cannot be asked at all: its key is not set, or its server does not start.
    """
    asked = [spec for spec in specs if todo.cases.get(spec.name)]
    await all_done(_Rounds(run, todo, grader, on_failure).at(endpoint) for endpoint in endpoints(asked))


@dataclass(frozen=True, slots=True)
class _Rounds:
    run: Run
    todo: Wanted
    grader: Grader | None
    on_failure: Callable[[ProviderError | ConfigError], None]

    async def at(self, endpoint: Endpoint) -> None:
        slots = Slots(endpoint.limit(), self.run.stop)
        for models in endpoint.rounds:
            async with AsyncExitStack() as stack:
                await self._round([asking for model in models for asking in await self._open(stack, model)], slots)

    async def _open(self, stack: AsyncExitStack, spec: ModelSpec) -> list[Asking]:
        if self.run.stop.requested:
            return []
        try:
            client = await stack.enter_async_context(open_client(spec))
        except (ProviderError, ConfigError) as error:
            self.on_failure(error)
            return []
        cases = self.todo.cases[spec.name]
        self.run.tell(PhaseStarted("ask", spec.name, len(cases)))
        return [Asking(self.run, client, self.grader, cases)]

    async def _round(self, askings: Sequence[Asking], slots: Slots) -> None:
        pairs = [(asking, case) for asking in askings for case in asking.cases]
        order = longest_first(pairs, [self.todo.lengths[case.id] for _, case in pairs])
        slots.widest = 0
        await all_done(asking.ask(case, slots, rank) for rank, (asking, case) in enumerate(order))
        if pairs and not self.run.stop.requested:
            makespan = _makespan(askings, slots.widest)
            log.info("ask.done %s", makespan)
            self.run.tell(AskingDone(makespan))


def _makespan(askings: Sequence[Asking], slots: int) -> Makespan:
    held = [each for asking in askings for each in asking.held]
    seconds = max(ended for _, ended in held) - min(began for began, _ in held)
    bound_s = lower_bound_s([ended - began for began, ended in held], slots)
    return Makespan(tuple(asking.model.name for asking in askings), len(held), seconds, bound_s, slots)
