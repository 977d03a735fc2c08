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
    """One case of one model, in one of its attempts."""

    model: str
    case: Case
    action: Action
    reason: str
    answer: StoredAnswer | None = None
    """The current answer, when there is one to grade or judge."""
    is_retry: bool = False
    """Whether it was to be asked before, and an error came in between."""
    attempt: int = 1
    """The first one counts; what further ones show is how far the model's answers to one question differ."""


def plan(
    suite: Suite,
    store: Store,
    models: Mapping[str, str],
    judge: str | None,
    backend: Backend = "wasm",
    attempts: int = 1,
) -> tuple[PlannedCase, ...]:
    """What is missing or stale for each model: its first attempt at all cases in the suite's order, then the second.

    Args:
        models: name -> identity.
        judge: the judge's fingerprint; without it nothing is planned for judging.
        backend: the sandbox's; code that only another one has graded is graded again.
        attempts: how often each case is to be asked; answers of further attempts that are stored are graded and judged too.
    """
    steps = _Steps(store, judge, backend)
    cases = tuple(suite.standard())
    return tuple(
        planned
        for model, identity in models.items()
        for planned in _plan_model(cases, steps, model, identity, attempts)
    )


def without_first_tries(planned: Iterable[PlannedCase]) -> tuple[PlannedCase, ...]:
    """The plan that asks only what an error kept from being asked."""
    return tuple(item for item in planned if item.action is not Action.ASK or item.is_retry)


def _plan_model(
    cases: Sequence[Case], steps: _Steps, model: str, identity: str, attempts: int
) -> Iterable[PlannedCase]:
    answers = steps.store.answers(model)
    current = {(answer.case_id, answer.attempt, answer.question_stamp): answer for answer in answers}
    asked = {(answer.case_id, answer.attempt) for answer in answers}
    setups = steps.store.setups(identity)
    is_mended = not failures_now(setups)
    for attempt in range(1, max([attempts, *(answer.attempt for answer in answers)]) + 1):
        for case in cases:
            stored = current.get((case.id, attempt, case.stamps.asked_of(identity)))
            if stored is None:
                reason = (
                    "the question or the model changed" if (case.id, attempt) in asked else "no complete answer yet"
                )
                planned = PlannedCase(model, case, Action.ASK, reason, attempt=attempt)
            elif stored.is_missing:
                reason = f"not asked last time ({stored.reason})"
                planned = PlannedCase(model, case, Action.ASK, reason, is_retry=True, attempt=attempt)
            elif is_mended and failures_at(setups, stored.begun):
                planned = PlannedCase(model, case, Action.ASK, "asked while the set-up check failed", attempt=attempt)
            else:
                planned = PlannedCase(model, case, *steps.next(case, stored), stored, attempt=attempt)
            if attempt <= attempts or planned.action is not Action.ASK:
                yield planned


@dataclass(frozen=True, slots=True)
class _Steps:
    """What a stored answer still needs, by this judge and this backend."""

    store: Store
    judge: str | None
    backend: Backend

    def next(self, case: Case, stored: StoredAnswer) -> tuple[Action, str]:
        grade = self.store.grade(stored.id, case.stamps.graded_by(grader_version(case.kind, self.backend)))
        if grade is None:
            return Action.GRADE, "not graded by the current rules"
        if self.judge is not None and needs_judge(case, grade):
            left = questions_left(self.store, case, stored, self.judge)
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
