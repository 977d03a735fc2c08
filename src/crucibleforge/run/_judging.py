"""Let the judge answer what is still open, after it has proven itself on known replies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from crucibleforge.ask import ChatClient, ModelSpec, cost_of, open_client
from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.clock import now_utc
from crucibleforge.core.conversation import Answer, Usage
from crucibleforge.core.errors import CalibrationFailed, ConfigError, ProviderError
from crucibleforge.core.grading import Verdict
from crucibleforge.judge import calibrate, judge_case, judge_fingerprint
from crucibleforge.suite import Suite

from ._asking import FAILURES_IN_A_ROW
from ._events import CaseMissing, PhaseStarted, QuestionJudged
from ._manners import remembered
from ._plan import Action, PlannedCase, is_usable
from ._range import Range
from ._run import Run

CostOfJudging = Callable[[PlannedCase, Sequence[PlannedCase]], Range | None]


def fingerprint(suite: Suite, judge: ModelSpec) -> str:
    """What makes two judgements comparable: the judge, its template and its settings."""
    return judge_fingerprint(judge.identity, suite.judging)


def refuse_own_judge(judge: ModelSpec, models: Sequence[ModelSpec]) -> None:
    """A model is never judged by itself.

    Raises:
        ConfigError: naming the model.
    """
    for spec in models:
        if (spec.embedded, spec.base_url, spec.served_id) == (judge.embedded, judge.base_url, judge.served_id):
            raise ConfigError(f"{spec.name} cannot judge itself", hint="name another model with --judge")


async def judge_answers(run: Run, judge: ModelSpec, planned: Sequence[PlannedCase], cost_usd: CostOfJudging) -> None:
    """Ask the judge every open question of the planned cases.

    Args:
        cost_usd: what judging one case is expected to cost, after a calibration for some cases or none; None where that is
            not limited.

    Raises:
        CalibrationFailed: when the judge gets a known reply wrong twice; nothing of the batch is judged.
        ProviderError: when the judge cannot be reached or started at all.
    """
    pending = [item for item in planned if item.action is Action.JUDGE]
    if not pending:
        return
    async with open_client(judge, learned=remembered(run.store, judge)) as opened:
        client = opened.paced_by(run.stop)
        is_proven, failures = False, 0
        for item in pending:
            if failures >= FAILURES_IN_A_ROW:
                run.tell(CaseMissing(item.model, item.case.id, "left out: the judge failed several times in a row"))
                continue
            async with run.allowance.begun(judge, cost_usd(item, pending if not is_proven else ())) as account:
                if account is None:
                    return
                billed = client.billed_to(account)
                if not is_proven:
                    await _calibrate(
                        run, billed, {question.kind for one in pending for question in _questions(one.case)}
                    )
                    run.tell(PhaseStarted("judge", judge.name, sum(len(_questions(one.case)) for one in pending)))
                    is_proven = True
                failures = 0 if await _judge(run, billed, item) else failures + 1


async def _calibrate(run: Run, client: ChatClient, kinds: Collection[str]) -> None:
    """Let the judge prove itself, and store how it did."""
    judge = client.spec
    facts = {"judge": judge.name, "identity": judge.identity}
    run.tell(PhaseStarted("calibrate", judge.name, 1))
    try:
        calibration = await calibrate(client, run.suite.canaries, kinds, run.suite.judging)
    except CalibrationFailed as error:
        run.writer.put_calibration(fingerprint(run.suite, judge), passed=False, words=str(error), **facts)
        raise
    words = f"{len(calibration.probes)} known answers right"
    run.writer.put_calibration(fingerprint(run.suite, judge), passed=True, words=words, **facts)


async def _judge(run: Run, client: ChatClient, item: PlannedCase) -> bool:
    """Judge one answer; False when the judge's endpoint failed on the way."""
    assert item.answer is not None
    answer_id, stamp = item.answer.id, item.case.stamps.judged_by(fingerprint(run.suite, client.spec))
    have = {name: verdict for name, verdict in run.store.verdicts(answer_id, stamp).items() if is_usable(verdict)}

    def keep(verdict: Verdict) -> None:
        run.writer.add_verdict(answer_id, stamp, _with_costs(verdict, client.spec))
        run.tell(QuestionJudged(item.model, item.case.id, verdict.question_id, verdict.answer))

    answer = run.store.answer(answer_id)
    try:
        await judge_case(client, item.case, answer, run.suite.judging, have=have, on_verdict=keep)
    except ProviderError as error:
        run.tell(CaseMissing(item.model, item.case.id, f"not judged: {error}"))
        return False
    return True


def _with_costs(verdict: Verdict, judge: ModelSpec) -> Verdict:
    now = now_utc()
    return replace(
        verdict,
        votes=tuple(
            replace(
                vote, cost=cost_of(judge, Usage(vote.prompt_tokens, vote.completion_tokens, vote.cached_tokens), now)
            )
            for vote in verdict.votes
        ),
    )


def _questions(case: Case) -> tuple[Question, ...]:
    assert isinstance(case.content, SessionContent)
    return case.content.questions


async def judge_one(suite: Suite, case: Case, answer: Answer, judge: ModelSpec) -> dict[str, Verdict]:
    """The verdicts on one answer by a judge that has proven itself first; nothing is stored.

    Raises:
        CalibrationFailed: when the judge gets a known reply wrong twice.
        ProviderError: when the judge cannot be reached.
    """
    async with open_client(judge) as client:
        await calibrate(client, suite.canaries, {question.kind for question in _questions(case)}, suite.judging)
        verdicts = await judge_case(client, case, answer, suite.judging, have={}, on_verdict=lambda _verdict: None)
    return {verdict.question_id: verdict for verdict in verdicts}
