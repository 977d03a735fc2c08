"""Let the judge answer what is still open, after it has proven itself on known replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from crucibleforge.ask import ChatClient, ModelSpec, open_client
from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.conversation import Answer, Usage
from crucibleforge.core.grading import Verdict, Vote
from crucibleforge.judge import Hearing, calibrate, judge_case
from crucibleforge.suite import Suite

from ._events import CaseMissing, PhaseStarted, QuestionJudged
from ._forecast import Forecaster
from ._hearings import Hearings
from ._manners import remembered
from ._order import longest_first
from ._plan import TRIES, Action, PlannedCase, is_usable, votes_on
from ._proving import fingerprint, prove_judge, slots_of
from ._range import Range, together_if_known
from ._refusals import refuse_small_judge
from ._run import Run
from ._tasks import all_done
from ._vote_costs import with_cost


async def judge_answers(run: Run, judge: ModelSpec, planned: Sequence[PlannedCase], *, is_trial: bool = False) -> None:
    """Ask the judge every open question of the planned cases, as many at a time as its endpoint takes.

    Args:
        is_trial: the judge is only compared with another, which does not make it the board's.

    Raises:
        CalibrationFailed: when the judge gets a known reply wrong twice; nothing of the batch is judged.
        ConfigError: when its window is too small.
        ProviderError: when the judge cannot be reached or started at all.
    """
    pending = [item for item in planned if item.action is Action.JUDGE]
    if not pending:
        return
    refuse_small_judge(judge, run.suite.judging)
    votes = [votes_on(item.case, item.questions, run.suite.judging) for item in pending]
    async with open_client(judge, learned=remembered(run.store, judge)) as opened:
        await _Judging(run, opened, longest_first(pending, votes)).ask(is_trial=is_trial)


class _Judging:
    """One judge's batch through one open client."""

    def __init__(self, run: Run, opened: ChatClient, pending: Sequence[PlannedCase]) -> None:
        self._run = run
        self._judge = opened.spec
        self._opened = opened
        self._pending = pending
        self._slots = slots_of(run, opened.spec)
        self._hearings = Hearings(run, opened.spec, self._slots, len(pending))
        self._forecaster = Forecaster(run.suite, run.store) if run.allowance.limits_cost else None

    async def ask(self, *, is_trial: bool) -> None:
        """Let the judge prove itself and then answer, as far as it may still cost something."""
        run, first = self._run, self._pending[0]
        kinds = {question.kind for item in self._pending for question in _questions(item.case)}
        async with AsyncExitStack() as stack:
            account = await stack.enter_async_context(self._begun(first, self._pending))
            if account is None:
                return
            client = self._opened.billed_to(account)
            await prove_judge(run, client, kinds, self._slots, is_trial=is_trial)
            # A judge is not made to prove itself for nothing: what that has left belongs to the first answer.
            bill = stack.pop_all()
        run.tell(PhaseStarted("judge", self._judge.name, sum(len(item.questions) for item in self._pending)))
        further = (self._further(item, rank) for rank, item in enumerate(self._pending[1:], start=1))
        await all_done([self._first(first, client, bill), *further])
        self._hearings.done()

    async def _first(self, item: PlannedCase, client: ChatClient, bill: AsyncExitStack) -> None:
        async with bill:
            await self._hear(item, 0, client)

    async def _further(self, item: PlannedCase, rank: int) -> None:
        async with self._begun(item) as account:
            if account is not None:
                await self._hear(item, rank, self._opened.billed_to(account))

    def _begun(
        self, item: PlannedCase, proving_for: Sequence[PlannedCase] = ()
    ) -> AbstractAsyncContextManager[Callable[[Usage], None] | None]:
        """The account of one answer, which may have to pay for the judge's proof as well."""
        expected = _cost_usd(self._forecaster, self._judge, item, proving_for) if self._forecaster else None
        return self._run.allowance.begun(self._judge, expected)

    async def _hear(self, item: PlannedCase, rank: int, client: ChatClient) -> None:
        await self._hearings.hear(item.model, item.case.id, rank, lambda: self._begin(item), client)

    def _begin(self, item: PlannedCase) -> Hearing:
        assert item.answer is not None
        run, answer_id = self._run, item.answer.id
        stamp = item.case.stamps.judged_by(fingerprint(run.suite, self._judge))

        def keep_vote(question_id: str, number: int, vote: Vote) -> None:
            run.writer.add_vote(answer_id, stamp, question_id, number, with_cost(vote, self._judge))

        def keep(verdict: Verdict) -> None:
            run.writer.add_verdict(answer_id, stamp, verdict)
            run.tell(QuestionJudged(item.model, item.case.id, verdict.question_id, verdict.answer))

        said_before = run.store.verdicts(answer_id, stamp)
        return Hearing(
            item.case,
            run.store.answer(answer_id),
            run.suite.judging,
            have={name: said for name, said in said_before.items() if name not in item.questions},
            tries=run.store.verdict_counts(answer_id, stamp),
            votes=run.store.open_votes(answer_id, stamp),
            on_vote=keep_vote,
            on_verdict=keep,
        )


def say_unreadable(run: Run, judge: ModelSpec, planned: Sequence[PlannedCase]) -> None:
    """Tell of every question whose last verdict could not be read, and whether it will be asked again."""
    for item in planned:
        if item.answer is None or not isinstance(item.case.content, SessionContent):
            continue
        stamp = item.case.stamps.judged_by(fingerprint(run.suite, judge))
        tries = run.store.verdict_counts(item.answer.id, stamp)
        for name, verdict in run.store.verdicts(item.answer.id, stamp).items():
            if not is_usable(verdict):
                is_final = tries[name] >= TRIES
                reason = verdict.votes[-1].reason if verdict.votes else "no vote"
                words = f"{name}: no verdict that can be read, asked {tries[name]} of {TRIES} times ({reason})"
                run.tell(CaseMissing(item.model, item.case.id, words, is_final))


def _cost_usd(
    forecaster: Forecaster, judge: ModelSpec, item: PlannedCase, proving_for: Sequence[PlannedCase]
) -> Range | None:
    """What judging one case is expected to cost, after the judge has proven itself for some cases, or for none."""
    proving = [forecaster.calibration(judge, proving_for)] if proving_for else []
    return together_if_known(each.cost_usd for each in (*proving, forecaster.judging(judge, item)))


def _questions(case: Case) -> tuple[Question, ...]:
    assert isinstance(case.content, SessionContent)
    return case.content.questions


async def judge_one(suite: Suite, case: Case, answer: Answer, judge: ModelSpec) -> dict[str, Verdict]:
    """The verdicts on one answer by a judge that has proven itself first; nothing is stored.

    Raises:
        CalibrationFailed: when the judge gets a known reply wrong twice.
        ConfigError: when its window is too small.
        ProviderError: when the judge cannot be reached.
    """
    refuse_small_judge(judge, suite.judging)
    async with open_client(judge) as client:
        await calibrate(client, suite.canaries, {question.kind for question in _questions(case)}, suite.judging)
        return {verdict.question_id: verdict for verdict in await judge_case(client, case, answer, suite.judging)}
