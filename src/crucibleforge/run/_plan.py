"""What has to be done for which case, and why: nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.grading import Grade, Verdict, VerdictAnswer
from crucibleforge.grade import grader_version
from crucibleforge.sandbox import Backend
from crucibleforge.store import Store, StoredAnswer, failures_at, failures_now
from crucibleforge.suite import Suite


class Action(StrEnum):
    """The first step that a case still needs; every later step follows from it."""

    ASK = "ask"
    GRADE = "grade"
    JUDGE = "judge"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class PlannedCase:
    """One case of one model."""

    model: str
    case: Case
    action: Action
    reason: str
    answer: StoredAnswer | None = None
    """The current answer, when there is one to grade or judge."""
    is_retry: bool = False
    """Whether it was to be asked before, and an error came in between."""


def plan(
    suite: Suite, store: Store, models: Mapping[str, str], judge: str | None, backend: Backend = "wasm"
) -> tuple[PlannedCase, ...]:
    """What is missing or stale for each model, in the suite's order.

    Args:
        models: name -> identity.
        judge: the judge's fingerprint; without it nothing is planned for judging.
        backend: the sandbox's; code that only another one has graded is graded again.
    """
    return tuple(
        planned
        for model, identity in models.items()
        for planned in _plan_model(tuple(suite.standard()), store, model, identity, judge, backend)
    )


def without_first_tries(planned: Iterable[PlannedCase]) -> tuple[PlannedCase, ...]:
    """The plan that asks only what an error kept from being asked."""
    return tuple(item for item in planned if item.action is not Action.ASK or item.is_retry)


def _plan_model(
    cases: Sequence[Case], store: Store, model: str, identity: str, judge: str | None, backend: Backend
) -> Iterable[PlannedCase]:
    answers = store.answers(model)
    current = {(answer.case_id, answer.question_stamp): answer for answer in answers}
    asked = {answer.case_id for answer in answers}
    setups = store.setups(identity)
    is_mended = not failures_now(setups)
    for case in cases:
        stored = current.get((case.id, case.stamps.asked_of(identity)))
        if stored is None:
            reason = "the question or the model changed" if case.id in asked else "no complete answer yet"
            yield PlannedCase(model, case, Action.ASK, reason)
        elif stored.is_missing:
            yield PlannedCase(model, case, Action.ASK, f"not asked last time ({stored.reason})", is_retry=True)
        elif is_mended and failures_at(setups, stored.begun):
            yield PlannedCase(model, case, Action.ASK, "asked while the set-up check failed")
        else:
            yield PlannedCase(model, case, *_next_step(store, case, stored, judge, backend), stored)


def _next_step(
    store: Store, case: Case, stored: StoredAnswer, judge: str | None, backend: Backend
) -> tuple[Action, str]:
    grade = store.grade(stored.id, case.stamps.graded_by(grader_version(case.kind, backend)))
    if grade is None:
        return Action.GRADE, "not graded by the current rules"
    if judge is not None and needs_judge(case, grade):
        left = questions_left(store, case, stored, judge)
        if left:
            return Action.JUDGE, f"{len(left)} questions not answered by this judge"
    return Action.KEEP, "current"


def needs_judge(case: Case, grade: Grade) -> bool:
    """Whether a judge can still change the credit."""
    return isinstance(case.content, SessionContent) and not grade.settled_at_zero


def questions_left(store: Store, case: Case, stored: StoredAnswer, judge: str) -> tuple[str, ...]:
    """Ids of the questions without a usable verdict by this judge."""
    assert isinstance(case.content, SessionContent)
    verdicts = store.verdicts(stored.id, case.stamps.judged_by(judge))
    usable = {name for name, verdict in verdicts.items() if is_usable(verdict)}
    return tuple(question.id for question in case.content.questions if question.id not in usable)


def is_usable(verdict: Verdict) -> bool:
    """Whether the judge's replies could be read."""
    return verdict.answer is not VerdictAnswer.UNPARSABLE
