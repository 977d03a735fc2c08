"""Asks all endpoints of a run, each in its rounds and with its slots, the longest conversations first."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from crucibleforge.ask import ModelSpec, open_client
from crucibleforge.core.errors import ConfigError, ProviderError

from ._asking import Asking
from ._endpoints import Endpoint, endpoints
from ._events import AskingDone, PhaseStarted
from ._forecast import Forecaster
from ._grading import Grader
from ._makespan import Makespan, lower_bound_s
from ._manners import keep_serving, remembered
from ._order import ceiling, expected_lengths, longest_first
from ._plan import PlannedCase
from ._range import Range
from ._run import Run
from ._setup import check_before, setup_is_due
from ._slots import Slots
from ._tasks import all_done

log = logging.getLogger(__name__)


async def ask_everywhere(
    run: Run,
    specs: Sequence[ModelSpec],
    cases_for: Callable[[ModelSpec], Sequence[PlannedCase]],
    grader: Grader | None,
    on_failure: Callable[[ProviderError | ConfigError], None],
) -> None:
    """Ask every endpoint at the same time.

    Args:
        cases_for: what a model is to be asked, as things stand.
        on_failure: told why a model cannot be asked at all: its key is not set, or its server does not start.
    """
    await all_done(_Rounds(run, cases_for, grader, on_failure).at(endpoint) for endpoint in endpoints(specs))


@dataclass(frozen=True, slots=True)
class _Rounds:
    run: Run
    cases_for: Callable[[ModelSpec], Sequence[PlannedCase]]
    grader: Grader | None
    on_failure: Callable[[ProviderError | ConfigError], None]

    async def at(self, endpoint: Endpoint) -> None:
        slots = Slots(endpoint.limit(), self.run.stop)
        for models in endpoint.rounds:
            async with AsyncExitStack() as stack:
                await self._round([asking for model in models for asking in await self._open(stack, model)], slots)

    async def _open(self, stack: AsyncExitStack, spec: ModelSpec) -> list[Asking]:
        """The model ready to be asked, its set-up checked first where that is due; nothing where nothing is to be asked.

        What the check finds may change what is to be asked.
        """
        cases = self.cases_for(spec)
        is_due = self.run.checks_setup and setup_is_due(self.run.suite, self.run.store, spec, has_questions=bool(cases))
        if self.run.stop.requested or not (cases or is_due) or self.run.allowance.is_used_up():
            return []
        try:
            known = remembered(self.run.store, spec)
            opened = await stack.enter_async_context(open_client(spec, learned=known))
            serving = await opened.serving()
            keep_serving(self.run, spec, serving)
        except (ProviderError, ConfigError) as error:
            self.on_failure(error)
            return []
        client = opened.billed_to(self.run.allowance.account(spec))
        if is_due:
            await check_before(self.run, client)
            cases = self.cases_for(spec)
        if self.run.stop.requested or not cases:
            return []
        self.run.tell(PhaseStarted("ask", spec.name, len(cases)))
        return [Asking(self.run, client, self.grader, cases, serving.context, client.learned)]

    async def _round(self, askings: Sequence[Asking], slots: Slots) -> None:
        pairs = [(asking, item) for asking in askings for item in asking.cases]
        measured = [
            {case_id: size.completion_tokens for case_id, size in sizes.items()}
            for sizes in self.run.store.answer_sizes().values()
        ]
        expected = expected_lengths({item.case.id: ceiling(item.case) for _, item in pairs}, measured)
        order = longest_first(pairs, [expected[item.case.id] for _, item in pairs])
        # What is ranked comes before what only shows the noise.
        order.sort(key=lambda pair: pair[1].attempt)
        slots.widest = 0
        costs = self._costs(order)
        await all_done(asking.ask(item, slots, rank, costs[rank]) for rank, (asking, item) in enumerate(order))
        if any(asking.held for asking in askings) and not self.run.stop.requested:
            makespan = _makespan(askings, slots.widest)
            log.info("ask.done %s", makespan)
            self.run.tell(AskingDone(makespan))

    def _costs(self, order: Sequence[tuple[Asking, PlannedCase]]) -> list[Range | None]:
        """What each case will cost, where that is limited."""
        if not self.run.allowance.limits_cost:
            return [None] * len(order)
        forecaster = Forecaster(self.run.suite, self.run.store)
        return [forecaster.asking(asking.model, item.case).cost_usd for asking, item in order]


def _makespan(askings: Sequence[Asking], slots: int) -> Makespan:
    held = [each for asking in askings for each in asking.held]
    seconds = max(ended for _, ended in held) - min(began for began, _ in held)
    bound_s = lower_bound_s([ended - began for began, ended in held], slots)
    return Makespan(tuple(asking.model.name for asking in askings), len(held), seconds, bound_s, slots)
