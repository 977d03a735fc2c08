"""A bundle's facts in a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.errors import UserError
from crucibleforge.judge import judge_fingerprint
from crucibleforge.store import Store, StoredModel, Writer, open_store
from crucibleforge.suite import Suite

from ._documents import AnswerFacts, JudgeFacts, Manifest, ModelFacts

__all__ = ["restored"]


class _Then:
    """A clock that stands at the moment of the fact that is being stored."""

    def __init__(self) -> None:
        self.moment = datetime.min.replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment


@contextmanager
def restored(
    folder: Path, suite: Suite, manifest: Manifest, answers: Callable[[ModelFacts], Iterable[AnswerFacts]]
) -> Iterator[Store]:
    """A store in `folder` with what the bundle holds but its grades, each fact at its own moment.

    Args:
        answers: those of a model, one after another, so that only one is held at a time.

    Raises:
        UserError: for facts that no store could hold, such as two answers to one question.
    """
    clock = _Then()
    with open_store(folder / "bundle.db", clock=clock) as store:
        with store.writer("crucibleforge verify") as writer:
            judge = None if manifest.judge is None else _put_judge(writer, clock, suite, manifest.judge)
            for model in manifest.models:
                _put_model(writer, clock, model)
                seen: set[tuple[str, int]] = set()
                for answer in answers(model):
                    if (answer.case_id, answer.attempt) in seen:
                        raise UserError(f"{model.name}: two answers to {answer.case_id}, attempt {answer.attempt}")
                    seen.add((answer.case_id, answer.attempt))
                    try:
                        _put_answer(writer, clock, suite, model, answer, judge)
                    except OverflowError:
                        raise UserError(f"{model.name}, {answer.case_id}: a count that no server gave") from None
        yield store


def _put_judge(writer: Writer, clock: _Then, suite: Suite, judge: JudgeFacts) -> str:
    clock.moment = judge.at
    fingerprint = judge_fingerprint(judge.identity, suite.judging)
    writer.put_calibration(
        fingerprint, judge=judge.name, identity=judge.identity, passed=judge.passed, words=judge.words
    )
    return fingerprint


def _put_model(writer: Writer, clock: _Then, model: ModelFacts) -> None:
    writer.put_model(StoredModel(model.name, model.identity, model.endpoint_kind, model.served_id, model.stack))
    for setup in model.setups:
        clock.moment = setup.at
        writer.put_setup(model.name, model.identity, setup.version, setup.checks)


def _put_answer(
    writer: Writer, clock: _Then, suite: Suite, model: ModelFacts, answer: AnswerFacts, judge: str | None
) -> None:
    if answer.outcome is Outcome.NOT_ASKED or answer.case_id not in suite.cases:
        raise UserError(f"{model.name}: no answer to a case of this suite: {answer.case_id} ({answer.outcome})")
    case = suite.cases[answer.case_id]
    clock.moment = answer.begun
    answer_id = writer.begin_answer(model.name, case.id, answer.attempt, case.stamps.asked_of(model.identity))
    for number, turn in enumerate(answer.turns, start=1):
        writer.add_turn(answer_id, number, turn)
    writer.finish_answer(answer_id, answer.outcome, answer.reason)
    if judge is not None:
        for verdict in answer.verdicts:
            writer.add_verdict(answer_id, case.stamps.judged_by(judge), verdict)
