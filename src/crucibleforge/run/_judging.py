"""Let the judge answer what is still open, after it has proven itself on known replies."""

from __future__ import annotations

from collections.abc import Sequence

from crucibleforge.ask import ChatClient, ModelSpec, open_client
from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.conversation import Answer
from crucibleforge.core.errors import ConfigError, ProviderError
from crucibleforge.core.grading import JudgeSettings, Verdict, Vote
from crucibleforge.judge import calibrate, judge_case
from crucibleforge.suite import Suite

from ._asking import FAILURES_IN_A_ROW
from ._events import CaseMissing, PhaseStarted, QuestionJudged
from ._forecast import Forecaster
from ._manners import remembered
from ._plan import Action, PlannedCase, is_usable
from ._proving import fingerprint, prove_judge, slots_of
from ._range import Range, together_if_known
from ._run import Run
from ._vote_costs import with_cost


def refuse_own_judge(judge: ModelSpec, models: Sequence[ModelSpec]) -> None:
    """A model is never judged by itself.

    Raises:
        ConfigError: naming the model.
    """
    for spec in models:
        if is_same_model(judge, spec):
            raise ConfigError(f"{spec.name} cannot judge itself", hint="name another model with --judge")


def refuse_small_judge(judge: ModelSpec, settings: JudgeSettings) -> None:
    """Every judge is shown the same, so one whose window is too small for it is not asked.

    Raises:
        ConfigError: with both sizes, where the judge's own is known.
    """
    if judge.context is not None and judge.context < settings.window:
        raise ConfigError(
            f"{judge.name} has a window of {judge.context} tokens, and the suite asks {settings.window} of its judge",
            hint="name a judge with a larger window, or mend its `context` in models.yaml",
        )


def is_same_model(judge: ModelSpec, spec: ModelSpec) -> bool:
    """Whether both are one model, under whatever names."""
    return (spec.embedded, spec.base_url, spec.served_id) == (judge.embedded, judge.base_url, judge.served_id)


async def judge_answers(run: Run, judge: ModelSpec, planned: Sequence[PlannedCase], *, is_trial: bool = False) -> None:
    """Ask the judge every open question of the planned cases.

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
    async with open_client(judge, learned=remembered(run.store, judge)) as opened:
        kinds = {question.kind for item in pending for question in _questions(item.case)}
        forecaster = Forecaster(run.suite, run.store) if run.allowance.limits_cost else None
        is_proven, failures = False, 0
        for item in pending:
            if failures >= FAILURES_IN_A_ROW:
                run.tell(CaseMissing(item.model, item.case.id, "left out: the judge failed several times in a row"))
                continue
            cost_usd = _cost_usd(forecaster, judge, item, () if is_proven else pending) if forecaster else None
            async with run.allowance.begun(judge, cost_usd) as account:
                if account is None:
                    return
                client = opened.billed_to(account)
                if not is_proven:
                    await prove_judge(run, client, kinds, slots_of(run, judge), is_trial=is_trial)
                    run.tell(PhaseStarted("judge", judge.name, sum(len(_questions(one.case)) for one in pending)))
                    is_proven = True
                failures = 0 if await _judge(run, client.paced_by(run.stop), item) else failures + 1


def _cost_usd(
    forecaster: Forecaster, judge: ModelSpec, item: PlannedCase, proving_for: Sequence[PlannedCase]
) -> Range | None:
    """What judging one case is expected to cost, after the judge has proven itself for some cases, or for none."""
    proving = [forecaster.calibration(judge, proving_for)] if proving_for else []
    return together_if_known(each.cost_usd for each in (*proving, forecaster.judging(judge, item)))


async def _judge(run: Run, client: ChatClient, item: PlannedCase) -> bool:
    """Judge one answer; False when the judge's endpoint failed on the way."""
    assert item.answer is not None
    answer_id, stamp = item.answer.id, item.case.stamps.judged_by(fingerprint(run.suite, client.spec))
    have = {name: verdict for name, verdict in run.store.verdicts(answer_id, stamp).items() if is_usable(verdict)}

    def keep_vote(question_id: str, vote: Vote) -> None:
        run.writer.add_vote(answer_id, stamp, question_id, with_cost(vote, client.spec))

    def keep(verdict: Verdict) -> None:
        run.writer.add_verdict(answer_id, stamp, verdict)
        run.tell(QuestionJudged(item.model, item.case.id, verdict.question_id, verdict.answer))

    answer = run.store.answer(answer_id)
    try:
        await judge_case(
            client,
            item.case,
            answer,
            run.suite.judging,
            have=have,
            on_verdict=keep,
            cast=run.store.open_votes(answer_id, stamp),
            on_vote=keep_vote,
        )
    except ProviderError as error:
        run.tell(CaseMissing(item.model, item.case.id, f"not judged: {error}"))
        return False
    return True


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
        verdicts = await judge_case(client, case, answer, suite.judging, have={}, on_verdict=lambda _verdict: None)
    return {verdict.question_id: verdict for verdict in verdicts}
