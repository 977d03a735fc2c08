"""A bundle's facts in a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from crucibleforge.core.clock import now_utc
from crucibleforge.core.conversation import Outcome
from crucibleforge.core.errors import UserError
from crucibleforge.judge import judge_fingerprint
from crucibleforge.store import Store, StoredModel, Writer, open_store
from crucibleforge.suite import Suite

from ._archive import Archive
from ._documents import AnswerFacts, JudgeFacts, Manifest, ModelFacts, loaded

__all__ = ["FactClock", "answers_in", "put_model", "restored"]


class FactClock:
    """A clock that stands at the moment of the fact that is being stored."""

    def __init__(self) -> None:
        self.moment = now_utc()

    def __call__(self) -> datetime:
        return self.moment


def answers_in(archive: Archive, model: ModelFacts) -> Iterator[AnswerFacts]:
    """A model's answers, one after another, so that only one is held at a time.

    Raises:
        UserError: for two answers to one question.
    """
    seen: set[tuple[str, int]] = set()
    for name in model.answers:
        answer = loaded(AnswerFacts, archive.read(name), name)
        if (answer.case_id, answer.attempt) in seen:
            raise UserError(f"{model.name}: two answers to {answer.case_id}, attempt {answer.attempt}")
        seen.add((answer.case_id, answer.attempt))
        yield answer


@contextmanager
def restored(folder: Path, suite: Suite, manifest: Manifest, archive: Archive) -> Iterator[Store]:
    """A store in `folder` with what the bundle holds but its grades, each fact at its own moment.

    Raises:
        UserError: for facts that no store could hold, such as two answers to one question.
    """
    clock = FactClock()
    with open_store(folder / "bundle.db", clock=clock) as store:
        with store.writer("crucibleforge verify") as writer:
            for model in manifest.models:
                row = StoredModel(model.name, model.identity, model.endpoint_kind, model.served_id, model.stack)
                put_model(store, writer, clock, suite, row, model, manifest.judge, archive)
        yield store


def put_model(
    store: Store,
    writer: Writer,
    clock: FactClock,
    suite: Suite,
    row: StoredModel,
    model: ModelFacts,
    judge: JudgeFacts | None,
    archive: Archive,
) -> None:
    """Store a model under the name and identity of `row`, with its set-ups, answers and verdicts.

    What is stored of it already is left as it is, so that a broken-off storing can be gone on with. A submitted row is marked as
    complete in the end.

    Args:
        clock: the store's.

    Raises:
        UserError: for facts that no store could hold.
    """
    writer.put_model(row)
    for setup in model.setups[len(store.setups(row.identity)) :]:
        clock.moment = setup.at
        writer.put_setup(row.name, row.identity, setup.version, setup.checks)
    fingerprint = None if judge is None else _put_judge(store, writer, clock, suite, judge)
    done = {(answer.case_id, answer.attempt) for answer in store.answers(row.name)}
    for answer in answers_in(archive, model):
        if (answer.case_id, answer.attempt) not in done:
            try:
                _put_answer(store, writer, clock, suite, row, answer, fingerprint)
            except OverflowError:
                raise UserError(f"{model.name}, {answer.case_id}: a count that no server gave") from None
    if row.submission is not None:
        writer.put_model(replace(row, submission=replace(row.submission, is_complete=True)))


def _put_judge(store: Store, writer: Writer, clock: FactClock, suite: Suite, judge: JudgeFacts) -> str:
    """A judge that a store does not know becomes the board's only where it has none."""
    fingerprint = judge_fingerprint(judge.identity, suite.judging)
    if store.calibration(fingerprint) is None:
        clock.moment = judge.at
        writer.put_calibration(
            fingerprint,
            judge=judge.name,
            identity=judge.identity,
            passed=judge.passed,
            words=judge.words,
            is_trial=store.last_calibration() is not None,
        )
    return fingerprint


def _put_answer(
    store: Store,
    writer: Writer,
    clock: FactClock,
    suite: Suite,
    row: StoredModel,
    answer: AnswerFacts,
    judge: str | None,
) -> None:
    if answer.outcome is Outcome.NOT_ASKED or answer.case_id not in suite.cases:
        raise UserError(f"{row.name}: no answer to a case of this suite: {answer.case_id} ({answer.outcome})")
    case = suite.cases[answer.case_id]
    clock.moment = answer.begun
    answer_id = writer.begin_answer(row.name, case.id, answer.attempt, case.stamps.asked_of(row.identity))
    stored = len(store.turns(answer_id))
    for number, turn in enumerate(answer.turns[stored:], start=stored + 1):
        writer.add_turn(answer_id, number, turn)
    if judge is not None:
        stamp = case.stamps.judged_by(judge)
        known = store.verdicts(answer_id, stamp)
        for verdict in answer.verdicts:
            if verdict.question_id not in known:
                writer.add_verdict(answer_id, stamp, verdict)
    writer.finish_answer(answer_id, answer.outcome, answer.reason)
