"""Ask one model what is missing, and store every turn at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from crucibleforge.ask import ChatClient, ModelSpec, converse, open_client
from crucibleforge.core.case import Budget, Case
from crucibleforge.core.conversation import Outcome, Turn, overall_outcome
from crucibleforge.core.errors import ProviderError

from ._events import CaseAnswered, CaseBegun, CaseMissing, PhaseStarted, TurnFinished
from ._grading import Grader
from ._plan import Action, PlannedCase
from ._run import Run
from ._scripts import script_for, tools_for
from ._setup import check_before, setup_is_due
from ._tasks import all_done

FAILURES_IN_A_ROW = 3
"""So many cases lost to the endpoint one after another end a model's run."""

_ENDPOINT_REASONS = ("transport", "rate limit", "access", "wrong model")
"""Failures that the next case would meet as well; the others belong to one request."""

_SLOTS = {"embedded": 1, "local": 1, "hosted": 8}
"""Requests at a time where models.yaml does not say."""


async def ask_model(
    run: Run, spec: ModelSpec, planned: Callable[[], Sequence[PlannedCase]], grader: Grader | None
) -> None:
    """Ask every planned case of one model, and grade each answer when there is a grader.

    Before that, where it is due, its set-up is checked; what that finds may change what is planned.

    A case that the endpoint does not serve stays missing; after several in a row the rest is left for the next run.

    Raises:
        ConfigError: when the model's key is not set.
        ProviderError: when an embedded model does not start.
    """
    wanted = _to_ask(planned())
    is_due = run.checks_setup and setup_is_due(run, spec, has_questions=bool(wanted))
    if not wanted and not is_due:
        return
    async with open_client(spec) as client:
        if is_due:
            await check_before(run, client)
            wanted = _to_ask(planned())
            if not wanted:
                return
        run.tell(PhaseStarted("ask", spec.name, len(wanted)))
        asking = _Asking(run, client, grader)
        slots = asyncio.Semaphore(spec.concurrency or _SLOTS[spec.base])
        await all_done(asking.within(slots, case) for case in wanted)


def _to_ask(planned: Sequence[PlannedCase]) -> list[Case]:
    return [item.case for item in planned if item.action is Action.ASK]


class _Asking:
    """One model's cases through one open client."""

    def __init__(self, run: Run, client: ChatClient, grader: Grader | None) -> None:
        self._run = run
        self._client = client
        self._model = client.spec
        self._grader = grader
        self._failures = 0

    async def within(self, slots: asyncio.Semaphore, case: Case) -> None:
        """Ask and grade one case when a slot is free."""
        async with slots:
            if self._failures >= FAILURES_IN_A_ROW:
                self._missing(case, "left out: the endpoint failed several times in a row")
                return
            stamp = case.stamps.asked_of(self._model.identity)
            answer_id = self._run.writer.begin_answer(self._model.name, case.id, 1, stamp, run_id=self._run.id)
            self._run.tell(CaseBegun(self._model.name, case.id))
            is_answered = await self._ask(case, answer_id)
        if is_answered and self._grader is not None:
            await self._grader.grade(case, answer_id)

    async def _ask(self, case: Case, answer_id: int) -> bool:
        """Whether there is an answer now; if not, its case stays missing."""

        def keep(number: int, turn: Turn) -> None:
            self._run.writer.add_turn(answer_id, number, turn)
            tokens, seconds = turn.usage.completion_tokens, turn.timing.total_s
            self._run.tell(TurnFinished(self._model.name, case.id, number, tokens, seconds))

        try:
            turns = await converse(
                self._client,
                script_for(case),
                budget=_budget(case, self._model),
                tools=tools_for(case),
                temperature=self._run.suite.asking.temperature,
                turns_so_far=self._run.store.turns(answer_id),
                on_turn=keep,
            )
        except ProviderError as error:
            self._failures += error.reason in _ENDPOINT_REASONS
            self._run.writer.finish_answer(answer_id, Outcome.NOT_ASKED, f"{error.reason}: {error}")
            self._missing(case, str(error))
            return False
        self._failures = 0
        outcome = overall_outcome(turns)
        self._run.writer.finish_answer(answer_id, outcome)
        self._run.tell(CaseAnswered(self._model.name, case.id, outcome))
        return True

    def _missing(self, case: Case, reason: str) -> None:
        self._run.tell(CaseMissing(self._model.name, case.id, reason))


def _budget(case: Case, spec: ModelSpec) -> Budget:
    """The case's budget, within what the model's entry allows."""
    cap = spec.max_tokens or case.budget.max_tokens
    return replace(case.budget, max_tokens=min(cap, case.budget.max_tokens))
