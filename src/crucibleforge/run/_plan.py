"""What has to be done for which case, and why: nothing is done twice."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.grading import Grade, JudgeSettings, Verdict, VerdictAnswer
from crucibleforge.grade import grader_versions
from crucibleforge.sandbox import Backend
from crucibleforge.store import Store, StoredAnswer, failures_at, failures_now
from crucibleforge.suite import Suite

from ._past import Moved, Past, Why

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
    """The first one counts; what further ones show is how far the model's answers to one question differ."""
    moved: tuple[Moved, ...] = ()
    """What changed since the case was asked, graded or judged, where it was."""
    questions: tuple[str, ...] = ()
    """Ids of the questions that the judge is to be asked."""


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
    steps = _Steps(suite, store, judge, backend, math.inf if retries_unreadable else TRIES, Past(suite, store))
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
    stamps: dict[tuple[str, int], set[str]] = defaultdict(set)
    for answer in answers:
        stamps[answer.case_id, answer.attempt].add(answer.question_stamp)
    step, known = steps.of(model), steps.store.identities(model)
    setups = steps.store.setups(identity)
    is_mended = not failures_now(setups)
    for attempt in range(1, max([attempts, *(answer.attempt for answer in answers)]) + 1):
        for case in cases:
            stored = current.get((case.id, attempt, case.stamps.asked_of(identity)))
            if stored is None:
                why = Why((), "no complete answer yet")
                if had := stamps.get((case.id, attempt)):
                    why = steps.past.why_asked(case, had, known, identity)
                planned = PlannedCase(model, case, Action.ASK, why.words, attempt=attempt, moved=why.moved)
            elif stored.is_missing:
                reason = f"not asked last time ({stored.reason})"
                planned = PlannedCase(model, case, Action.ASK, reason, is_retry=True, attempt=attempt)
            elif is_mended and failures_at(setups, stored.begun):
                planned = PlannedCase(model, case, Action.ASK, "asked while the set-up check failed", attempt=attempt)
            else:
                planned = replace(step.next(case, stored), attempt=attempt)
            if attempt <= attempts or planned.action is not Action.ASK:
                yield planned


@dataclass(frozen=True, slots=True)
class _Steps:
    """What stored answers still need, by this judge and this backend."""

    suite: Suite
    store: Store
    judge: str | None
    backend: Backend
    tries: float
    """How often a question may be asked of the judge."""
    past: Past

    def of(self, model: str) -> _ModelSteps:
        """The same for one model's answers."""
        judged = {} if self.judge is None else self.store.verdict_stamps(model)
        return _ModelSteps(self, model, self.store.grade_stamps(model), judged)


@dataclass(frozen=True, slots=True)
class _ModelSteps:
    """What one model's stored answers still need."""

    steps: _Steps
    model: str
    graded: Mapping[int, Collection[str]]
    """Stamps of the grades of each answer."""
    judged: Mapping[int, Collection[str]]
    """Stamps of the verdicts on each answer."""

    def next(self, case: Case, stored: StoredAnswer) -> PlannedCase:
        steps, version = self.steps, grader_versions(self.steps.suite, case.kind)[self.steps.backend]
        stamp, had = case.stamps.graded_by(version), self.graded.get(stored.id, ())
        if stamp not in had:
            why = steps.past.why_graded(case, had, version)
            return PlannedCase(self.model, case, Action.GRADE, why.words, stored, moved=why.moved)
        if steps.judge is not None and isinstance(case.content, SessionContent):
            grade = steps.store.grade(stored.id, stamp)
            left = _questions_left(steps.store, case, stored, steps.judge, steps.tries)
            if left and grade is not None and needs_judge(case, grade):
                return self._judged(case, stored, left, steps.judge)
        return PlannedCase(self.model, case, Action.KEEP, "current", stored)

    def _judged(self, case: Case, stored: StoredAnswer, left: tuple[str, ...], judge: str) -> PlannedCase:
        had = self.judged.get(stored.id, ())
        why = Why((), "")
        if case.stamps.judged_by(judge) not in had:
            why = self.steps.past.why_judged(case, had, judge)
        open_now = f"{len(left)} questions not answered by this judge"
        reason = f"{why.words} ({open_now})" if why.words else open_now
        return PlannedCase(self.model, case, Action.JUDGE, reason, stored, moved=why.moved, questions=left)


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
