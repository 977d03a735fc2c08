"""Ask models of one endpoint what is missing, side by side, and store every turn at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from crucibleforge.ask import ChatClient, Learned, ModelSpec, converse, cost_of
from crucibleforge.core.case import Case
from crucibleforge.core.clock import monotonic_s, now_utc
from crucibleforge.core.conversation import Outcome, Turn, overall_outcome
from crucibleforge.core.errors import ProviderError

from ._budgets import budget_for, room_for
from ._events import CaseAnswered, CaseBegun, CaseMissing, TurnFinished
from ._grading import Grader
from ._manners import remember
from ._plan import PlannedCase
from ._range import Range
from ._run import Run
from ._scripts import script_for, tools_for
from ._slots import Slots
from ._stop import Stopped

FAILURES_IN_A_ROW = 3
"""So many cases lost to the endpoint one after another end a model's run."""

ENDPOINT_REASONS = ("transport", "rate limit", "access", "wrong model")
"""Failures that the next case would meet as well; the others belong to one request."""


@dataclass(slots=True)
class Asking:
    """One model's cases through one open client.

    A case that the endpoint does not serve stays missing; after several in a row the rest is left for the next run.
    """

    run: Run
    client: ChatClient
    grader: Grader | None
    cases: Sequence[PlannedCase]
    window: int | None
    """Tokens of prompt and reply together, where the endpoint says."""
    kept: Learned
    """What the model's row keeps of the endpoint's manners."""
    held: list[tuple[float, float]] = field(default_factory=list)
    """When each conversation took its slot and gave it back, in seconds on the clock that never goes back."""
    _failures: int = 0
    _reason: str = ""

    @property
    def model(self) -> ModelSpec:
        """The model that is asked."""
        return self.client.spec

    async def ask(self, item: PlannedCase, slots: Slots, rank: int, cost_usd: Range | None = None) -> None:
        """Ask one case when its turn has come, and grade the answer when there is a grader.

        Args:
            cost_usd: what it is expected to cost, where that is limited.
        """
        case, allowance = item.case, self.run.allowance
        async with allowance.begun(self.model, cost_usd) as account, slots.seat(rank) as seat:
            if account is None or allowance.is_used_up() or self.run.stop.requested:
                return
            answer_id = self._begin(case, item.attempt)
            if self._failures >= FAILURES_IN_A_ROW:
                words = "left out: the endpoint failed several times in a row"
                self._missing(case, answer_id, self._reason, words)
                return
            began = monotonic_s()
            is_answered = await self._ask(case, answer_id, self.client.paced_by(seat).billed_to(account))
            self._keep_learned()
            self.held.append((began, monotonic_s()))
        if is_answered and self.grader is not None:
            await self.grader.grade(case, answer_id)

    def _begin(self, case: Case, attempt: int) -> int:
        stamp = case.stamps.asked_of(self.model.identity)
        return self.run.writer.begin_answer(self.model.name, case.id, attempt, stamp, run_id=self.run.id)

    async def _ask(self, case: Case, answer_id: int, client: ChatClient) -> bool:
        """Whether there is an answer now; if not, its case stays missing, or was broken off by a stop."""
        self.run.tell(CaseBegun(self.model.name, case.id))
        try:
            turns = await self._converse(case, answer_id, client)
        except Stopped:
            return False
        except ProviderError as error:
            if error.reason in ENDPOINT_REASONS:
                self._failures, self._reason = self._failures + 1, error.reason
            self._missing(case, answer_id, error.reason, str(error))
            return False
        self._failures = 0
        outcome = overall_outcome(turns)
        self.run.writer.finish_answer(answer_id, outcome)
        self.run.tell(CaseAnswered(self.model.name, case.id, outcome))
        return True

    async def _converse(self, case: Case, answer_id: int, client: ChatClient) -> tuple[Turn, ...]:
        def keep(number: int, turn: Turn) -> None:
            cost = cost_of(self.model, turn.billed, now_utc())
            self.run.writer.add_turn(answer_id, number, replace(turn, cost=cost))
            tokens, seconds = turn.usage.completion_tokens, turn.timing.total_s
            self.run.tell(TurnFinished(self.model.name, case.id, number, tokens, seconds))

        return await converse(
            client,
            script_for(case),
            budget=budget_for(case, self.model),
            room=room_for(self.run.suite.asking, self.model, self.window),
            tools=tools_for(case),
            temperature=self.run.suite.asking.temperature,
            turns_so_far=self.run.store.turns(answer_id),
            on_turn=keep,
        )

    def _keep_learned(self) -> None:
        if self.client.learned != self.kept:
            self.kept = self.client.learned
            remember(self.run, self.model, self.kept)

    def _missing(self, case: Case, answer_id: int, reason: str, words: str) -> None:
        self.run.writer.finish_answer(answer_id, Outcome.NOT_ASKED, f"{reason}: {words}")
        self.run.tell(CaseMissing(self.model.name, case.id, words))
