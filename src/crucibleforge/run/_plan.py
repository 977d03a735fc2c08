"""What has to be done for which case, and why: nothing is done twice."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.grading import Grade, JudgeSettings, Verdict, VerdictAnswer
from crucibleforge.grade import grader_version
from crucibleforge.sandbox import Backend
from crucibleforge.store import Store, StoredAnswer, failures_at, failures_now
from crucibleforge.suite import Suite

TRIES = 2
"""How often a judge is asked a question by itself, where its verdict cannot be read."""


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
    questions: tuple[str, ...] = ()
    """Ids of the questions that the judge is to be asked."""
    """The first one counts; what further ones show is how far the model's answers to one question differ."""


def plan(
    suite: Suite,
    store: Store,
    models: Mapping[str, str],
    judge: str | None,
    backend: Backend = "wasm",
    attempts: int = 1,
    *,
    retries_unreadable: bool = False,
) -> tuple[PlannedCase, ...]:
    """What is missing or stale for each model: its first attempt at all cases in the suite's order, then the second.

    Args:
        models: name -> identity.
        judge: the judge's fingerprint; without it nothing is planned for judging.
        backend: the sandbox's; code that only another one has graded is graded again.
        attempts: how often each case is to be asked; answers of further attempts that are stored are graded and judged too.
        retries_unreadable: whether to ask once more what the judge was asked TRIES times without a verdict that can be read.
    """
    steps = _Steps(store, judge, backend, math.inf if retries_unreadable else TRIES)
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
                planned = replace(steps.next(model, case, stored), attempt=attempt)
            if attempt <= attempts or planned.action is not Action.ASK:
                yield planned


@dataclass(frozen=True, slots=True)
class _Steps:
    """What a stored answer still needs, by this judge and this backend."""

    store: Store
    judge: str | None
    backend: Backend
    tries: float
    """How often a question may be asked of the judge."""

    def next(self, model: str, case: Case, stored: StoredAnswer) -> PlannedCase:
        grade = self.store.grade(stored.id, case.stamps.graded_by(grader_version(case.kind, self.backend)))
        if grade is None:
            return PlannedCase(model, case, Action.GRADE, "not graded by the current rules", stored)
        if self.judge is not None and needs_judge(case, grade):
            left = _questions_left(self.store, case, stored, self.judge, self.tries)
            if left:
                reason = f"{len(left)} questions not answered by this judge"
                return PlannedCase(model, case, Action.JUDGE, reason, stored, questions=left)
        return PlannedCase(model, case, Action.KEEP, "current", stored)


def needs_judge(case: Case, grade: Grade) -> bool:
    """Whether a judge can still change the credit."""
    return isinstance(case.content, SessionContent) and not grade.settled_at_zero


def _questions_left(store: Store, case: Case, stored: StoredAnswer, judge: str, tries: float) -> tuple[str, ...]:
    """Ids of the questions without a usable verdict by this judge, but for those that it was asked `tries` times."""
    assert isinstance(case.content, SessionContent)
    stamp = case.stamps.judged_by(judge)
    verdicts, counts = store.verdicts(stored.id, stamp), store.verdict_counts(stored.id, stamp)
    done = {name for name, verdict in verdicts.items() if is_usable(verdict) or counts[name] >= tries}
    return tuple(question.id for question in case.content.questions if question.id not in done)


def is_usable(verdict: Verdict) -> bool:
    """Whether the judge's replies could be read."""
    return verdict.answer is not VerdictAnswer.UNPARSABLE


def votes_on(case: Case, questions: Collection[str], settings: JudgeSettings) -> int:
    """How many votes these questions of a case take."""
    assert isinstance(case.content, SessionContent)
    asked = [question for question in case.content.questions if question.id in questions]
    return sum(settings.votes if question.gate else 1 for question in asked)
