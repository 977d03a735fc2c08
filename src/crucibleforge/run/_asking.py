"""Ask one model what is missing, and store every turn at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from crucibleforge.ask import ChatClient, ModelSpec, converse, open_client
from crucibleforge.core.case import Budget, Case
from crucibleforge.core.conversation import Outcome, Turn, overall_outcome
from crucibleforge.core.errors import ProviderError
from crucibleforge.store import Store, Writer
from crucibleforge.suite import Suite

from ._events import CaseAnswered, CaseMissing, Listener, PhaseStarted, TurnFinished
from ._grading import Grader
from ._plan import Action, PlannedCase
from ._scripts import script_for, tools_for

FAILURES_IN_A_ROW = 3
"""So many cases lost to the endpoint one after another end a model's run."""

_ENDPOINT_REASONS = ("transport", "rate limit", "access", "wrong model")
"""Failures that the next case would meet as well; the others belong to one request."""

_SLOTS = {"embedded": 1, "local": 1, "hosted": 8}
"""Requests at a time where models.yaml does not say."""


async def ask_model(
    suite: Suite,
    store: Store,
    writer: Writer,
    spec: ModelSpec,
    planned: Sequence[PlannedCase],
    grader: Grader | None,
    tell: Listener,
) -> None:
    """Ask every planned case of one model, and grade each answer when there is a grader.

    A case that the endpoint does not serve stays missing; after several in a row the rest is left for the next run.

    Raises:
        ConfigError: when the model's key is not set.
        ProviderError: when an embedded model does not start.
    """
    wanted = [item.case for item in planned if item.action is Action.ASK]
    tell(PhaseStarted("ask", spec.name, len(wanted)))
    if not wanted:
        return
    async with open_client(spec) as client:
        asking = _Asking(suite, store, writer, client, grader, tell)
        slots = asyncio.Semaphore(spec.concurrency or _SLOTS[spec.base])
        async with asyncio.TaskGroup() as group:
            for case in wanted:
                group.create_task(asking.within(slots, case))


class _Asking:
    """One model's cases through one open client."""

    def __init__(
        self,
        suite: Suite,
        store: Store,
        writer: Writer,
        client: ChatClient,
        grader: Grader | None,
        tell: Listener,
    ) -> None:
        self._suite = suite
        self._store = store
        self._writer = writer
        self._client = client
        self._spec = client.spec
        self._grader = grader
        self._tell = tell
        self._failures = 0

    async def within(self, slots: asyncio.Semaphore, case: Case) -> None:
        """Ask and grade one case when a slot is free."""
        async with slots:
            if self._failures >= FAILURES_IN_A_ROW:
                self._tell(
                    CaseMissing(self._spec.name, case.id, "left out: the endpoint failed several times in a row")
                )
                return
            answer_id = self._writer.begin_answer(
                self._spec.name, case.id, 1, case.stamps.asked_of(self._spec.identity)
            )
            outcome = await self._ask(case, answer_id)
        if outcome is not None and self._grader is not None:
            await self._grader.grade(case, answer_id, self._store.answer(answer_id))

    async def _ask(self, case: Case, answer_id: int) -> Outcome | None:
        """The outcome, or None when the case could not be asked."""
        name = self._spec.name

        def keep(number: int, turn: Turn) -> None:
            self._writer.add_turn(answer_id, number, turn)
            self._tell(TurnFinished(name, case.id, number, turn.usage.completion_tokens, turn.timing.total_s))

        try:
            turns = await converse(
                self._client,
                script_for(case),
                budget=_budget(case, self._spec),
                tools=tools_for(case),
                temperature=self._suite.asking.temperature,
                turns_so_far=self._store.turns(answer_id),
                on_turn=keep,
            )
        except ProviderError as error:
            self._failures += error.reason in _ENDPOINT_REASONS
            self._writer.finish_answer(answer_id, Outcome.NOT_ASKED, f"{error.reason}: {error}")
            self._tell(CaseMissing(name, case.id, str(error)))
            return None
        self._failures = 0
        outcome = overall_outcome(turns)
        self._writer.finish_answer(answer_id, outcome)
        self._tell(CaseAnswered(name, case.id, outcome))
        return outcome


def _budget(case: Case, spec: ModelSpec) -> Budget:
    """The case's budget, within what the model's entry allows."""
    cap = spec.max_tokens or case.budget.max_tokens
    return replace(case.budget, max_tokens=min(cap, case.budget.max_tokens))
