"""Let the judge answer what is still open, after it has proven itself on known replies."""

from __future__ import annotations

from collections.abc import Sequence

from crucibleforge.ask import ChatClient, ModelSpec, open_client
from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.conversation import Answer
from crucibleforge.core.errors import CalibrationFailed, ConfigError, ProviderError
from crucibleforge.core.grading import JudgeSettings, Verdict
from crucibleforge.judge import calibrate, judge_case, judge_fingerprint
from crucibleforge.store import Store, Writer
from crucibleforge.suite import Suite

from ._asking import FAILURES_IN_A_ROW
from ._events import CaseMissing, Listener, PhaseStarted, QuestionJudged
from ._plan import Action, PlannedCase, is_usable


def fingerprint(suite: Suite, judge: ModelSpec) -> str:
    """What makes two judgements comparable: the judge, its template and its settings."""
    return judge_fingerprint(judge.identity, suite.judging)


def refuse_own_judge(judge: ModelSpec, models: Sequence[ModelSpec]) -> None:
    """A model is never judged by itself.

    Raises:
        ConfigError: naming the model.
    """
    for spec in models:
        if spec.identity == judge.identity:
            raise ConfigError(f"{spec.name} cannot judge itself", hint="name another model with --judge")


async def judge_answers(
    suite: Suite, store: Store, writer: Writer, judge: ModelSpec, planned: Sequence[PlannedCase], tell: Listener
) -> None:
    """Ask the judge every open question of the planned cases.

    Raises:
        CalibrationFailed: when the judge gets a known reply wrong twice; nothing of the batch is judged.
        ProviderError: when the judge cannot be reached or started at all.
    """
    pending = [item for item in planned if item.action is Action.JUDGE]
    if not pending:
        return
    print_of_judge = fingerprint(suite, judge)
    kinds = {question.kind for item in pending for question in _questions(item)}
    async with open_client(judge) as client:
        tell(PhaseStarted("calibrate", judge.name, 1))
        try:
            calibration = await calibrate(client, suite.canaries, kinds, suite.judging)
        except CalibrationFailed as error:
            writer.put_calibration(
                print_of_judge, judge=judge.name, identity=judge.identity, passed=False, words=str(error)
            )
            raise
        words = f"{len(calibration.probes)} known answers right"
        writer.put_calibration(print_of_judge, judge=judge.name, identity=judge.identity, passed=True, words=words)
        tell(PhaseStarted("judge", judge.name, sum(len(_questions(item)) for item in pending)))
        failures = 0
        for item in pending:
            if failures >= FAILURES_IN_A_ROW:
                tell(CaseMissing(item.model, item.case.id, "left out: the judge failed several times in a row"))
                continue
            done = await _judge(client, store, writer, item, suite.judging, print_of_judge, tell)
            failures = 0 if done else failures + 1


async def _judge(
    client: ChatClient,
    store: Store,
    writer: Writer,
    item: PlannedCase,
    settings: JudgeSettings,
    judge: str,
    tell: Listener,
) -> bool:
    """Judge one answer; False when the judge's endpoint failed on the way."""
    assert item.answer is not None
    answer_id, stamp = item.answer.id, item.case.stamps.judged_by(judge)
    have = {name: verdict for name, verdict in store.verdicts(answer_id, stamp).items() if is_usable(verdict)}

    def keep(verdict: Verdict) -> None:
        writer.add_verdict(answer_id, stamp, verdict)
        tell(QuestionJudged(item.model, item.case.id, verdict.question_id, verdict.answer))

    try:
        await judge_case(client, item.case, store.answer(answer_id), settings, have=have, on_verdict=keep)
    except ProviderError as error:
        tell(CaseMissing(item.model, item.case.id, f"not judged: {error}"))
        return False
    return True


def _questions(item: PlannedCase) -> tuple[Question, ...]:
    assert isinstance(item.case.content, SessionContent)
    return item.case.content.questions


async def judge_one(suite: Suite, case: Case, answer: Answer, judge: ModelSpec) -> dict[str, Verdict]:
    """The verdicts on one answer by a judge that has proven itself first; nothing is stored.

    Raises:
        CalibrationFailed: when the judge gets a known reply wrong twice.
        ProviderError: when the judge cannot be reached.
    """
    assert isinstance(case.content, SessionContent)
    async with open_client(judge) as client:
        await calibrate(client, suite.canaries, {question.kind for question in case.content.questions}, suite.judging)
        verdicts = await judge_case(client, case, answer, suite.judging, have={}, on_verdict=lambda _verdict: None)
    return {verdict.question_id: verdict for verdict in verdicts}
