"""What the store knows, by case: the read-model of every board and page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.conversation import Answer
from crucibleforge.core.errors import UserError
from crucibleforge.core.grading import Check, Grade, Verdict
from crucibleforge.core.money import Cost, total
from crucibleforge.core.setup import SetupCheck, standing
from crucibleforge.core.speed import Speed, speed_in
from crucibleforge.grade import grader_versions
from crucibleforge.judge import Alike, Judged, alike, fingerprint_on, verdict_checks
from crucibleforge.sandbox import Backend
from crucibleforge.score import Row, Spread, credit, pass_hat, score, spread
from crucibleforge.store import (
    Store,
    StoredAnswer,
    StoredCalibration,
    StoredModel,
    StoredSetup,
    Submission,
    failures_at,
    failures_now,
    not_stored,
)
from crucibleforge.suite import Suite

from ._judge import RatedJudge, judges_at_work, rated_judge, standing_judge
from ._released import as_measured

JUDGED_BY_ITSELF = "its chat was judged by itself"
NATIVELY_GRADED = "code graded by the native backend: its limits depend on the machine"

State = Literal["scored", "not judged", "not graded", "not asked", "outdated"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case of one model."""

    case: Case
    state: State
    credit: float | None = None
    checks: tuple[Check, ...] = ()
    answer: Answer | None = None
    note: str = ""
    """Why there is no credit, or what a reader must know of it."""
    backend: Backend = "wasm"
    """What ran the answer, where it is code."""
    asked: datetime | None = None
    """When the answer was begun."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    """What the board's judge said, with every vote, by question id."""
    attempt: int = 1
    further: tuple[CaseResult, ...] = ()
    """What became of the same case when it was asked again; none of it enters the score."""

    @property
    def attempts(self) -> tuple[CaseResult, ...]:
        """Itself and all further attempts."""
        return (self, *self.further)

    @property
    def credits(self) -> tuple[float, ...]:
        """The credit of every attempt that has one; none as long as the first has none."""
        return () if self.credit is None else tuple(each.credit for each in self.attempts if each.credit is not None)

    @property
    def cost(self) -> Cost | None:
        """Of the answer, all its requests included; None where it is not known."""
        return total(turn.cost for turn in self.answer.turns) if self.answer else None

    @property
    def lost(self) -> tuple[Check, ...]:
        """The checks that did not earn their whole credit."""
        return tuple(check for check in self.checks if check.credit is not None and check.credit < 1)


@dataclass(frozen=True, slots=True)
class ModelResult:
    """One row with all that stands behind it."""

    model: StoredModel
    row: Row
    cases: tuple[CaseResult, ...]
    setup: tuple[SetupCheck, ...] = ()
    """How the checks of its set-up stand."""
    provisional: tuple[str, ...] = ()
    """Why the test may have measured the model wrongly."""
    spread: Spread | None = None
    """How far its figures move from attempt to attempt, where cases were asked more than once."""
    judge: str | None = None
    """Identity of the judge whose verdicts count."""

    @property
    def pass_hat(self) -> tuple[float, ...]:
        """The share of the cases that no judge decides which earned full credit in each of k attempts, for k = 1, 2, …."""
        return pass_hat([case.credits for case in self.cases if not isinstance(case.case.content, SessionContent)])

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of how the model was asked and graded."""
        found = [] if self.model.submission is None else [_submitted(self.model.submission)]
        found += [f"{name} {value}" for name, value in self.model.stack.items() if name == "replies capped at"]
        found += _otherwise_served(self.model.stack)
        if self.is_judged and self.judge == self.model.identity:
            found.append(JUDGED_BY_ITSELF)
        if any(result.backend == "native" for result in self.cases):
            found.append(NATIVELY_GRADED)
        return tuple(found)

    @property
    def cost(self) -> Cost | None:
        """Of the answers that the row stands for; None where that of one of them is not known."""
        return total(result.cost for result in self.cases if result.answer)

    @property
    def judging_cost(self) -> Cost | None:
        """Of the votes that the row stands for; None where there are none, or that of one of them is not known."""
        verdicts = [verdict for result in self.cases for verdict in result.verdicts.values()]
        return total(vote.cost for verdict in verdicts for vote in verdict.votes)

    @property
    def speed(self) -> Speed | None:
        """As its set-up check measured it."""
        return speed_in(self.setup)

    @property
    def is_judged(self) -> bool:
        """Whether any of its credit comes from a judge."""
        return any(result.verdicts for result in self.cases)

    @property
    def missing(self) -> tuple[CaseResult, ...]:
        """The cases without a credit."""
        return tuple(result for result in self.cases if result.credit is None)

    @property
    def missing_words(self) -> str:
        """How many cases have no credit, and how many of them are of another state of the suite or the model."""
        outdated = sum(result.state == "outdated" for result in self.missing)
        changed = f", {outdated} of them changed since it was asked" if outdated else ""
        return f"{len(self.missing)} cases without a credit{changed}"


@dataclass(frozen=True, slots=True)
class BoardResults:
    """Every stored model on one suite, in board order, judged by one judge."""

    suite: Suite
    judge: StoredCalibration | None
    models: tuple[ModelResult, ...]
    rated: RatedJudge | None = None
    """The judge's own errors."""
    other_judges: tuple[str, ...] = ()
    """Names of judges whose verdicts on these answers are stored as well, and not shown."""

    @property
    def judged_alike(self) -> tuple[Alike, ...]:
        """The questions that the judge answered in the same words about different answers."""
        return alike(
            Judged(result.model.name, case.case.id, case.answer.replies, verdict)
            for result in self.models
            for case in result.cases
            if case.answer is not None
            for verdict in case.verdicts.values()
        )

    @property
    def needed_no_judge(self) -> bool:
        """Whether there are chats and every one of them has its credit without a judge."""
        chats = [
            case for result in self.models for case in result.cases if isinstance(case.case.content, SessionContent)
        ]
        return bool(chats) and all(case.state == "scored" for case in chats)

    @property
    def waits_for_judge(self) -> bool:
        """Whether a chat has no credit because its questions are open."""
        return any(case.state == "not judged" for result in self.models for case in result.cases)

    def model(self, name: str) -> ModelResult:
        """The row called `name`.

        Raises:
            UserError: when there is none.
        """
        for result in self.models:
            if result.model.name == name:
                return result
        if self.suite.release is not None:
            known = ", ".join(result.model.name for result in self.models) or "nobody"
            raise UserError(f"{name} was not asked in release {self.suite.version}", hint=f"asked were: {known}")
        raise not_stored(name, [result.model.name for result in self.models])


def read_board(
    suite: Suite, store: Store, judge: str | None = None, only: Collection[str] | None = None
) -> BoardResults:
    """All rows as they stand now: only current answers and grades count, and only one judge's verdicts.

    On a released suite those count that were current when it was: nothing is asked or graded anew for it.

    Args:
        judge: fingerprint of the judge; where it is None or was never used, the one that proved itself last before it
            judged (being measured or compared does not count); on a release, the one that judged most of it.
        only: names of the models to put on the board, where it is not to be all.
    """
    used = (store.calibration(judge) if judge else None) or standing_judge(suite, store)
    fingerprint = None if used is None else fingerprint_on(suite, used.identity)
    models = {
        model.name: as_measured(suite, store, model) for model in store.models() if only is None or model.name in only
    }
    cases = {name: tuple(_case_results(suite, store, model, fingerprint)) for name, model in models.items()}
    credits = {
        name: {result.case.id: (result.credit,) for result in results if result.credit is not None}
        for name, results in cases.items()
    }
    setups = {name: store.setups(model.identity) for name, model in models.items()}
    doubts = {name: tuple(_doubts(suite, setups[name], cases[name])) for name in models}
    checks = {name: standing([setup.checks for setup in found]) for name, found in setups.items()}
    rows = score(suite.profile, credits, provisional=[name for name, found in doubts.items() if found])
    return BoardResults(
        suite,
        used,
        tuple(
            ModelResult(
                models[name],
                row,
                cases[name],
                checks[name],
                doubts[name],
                spread(suite.profile, {result.case.id: result.credits for result in cases[name]}),
                None if used is None else used.identity,
            )
            for name, row in rows.items()
        ),
        None if used is None else rated_judge(suite, store, used.judge, used.identity),
        tuple(one.judge for one in judges_at_work(suite, store) if used is None or one.identity != used.identity),
    )


def _otherwise_served(stack: Mapping[str, Any]) -> Iterator[str]:
    """Where an endpoint names another quantization than its owner did; the shorter spelling of one is the same."""
    said, served = (str(stack.get(name, "")) for name in ("quantization", "served quantization"))
    plain = ["".join(filter(str.isalnum, name.casefold())) for name in (said, served)]
    if all(plain) and not (plain[0].startswith(plain[1]) or plain[1].startswith(plain[0])):
        yield f"entered as {said}, and its endpoint serves {served}"


def _submitted(submission: Submission) -> str:
    if not submission.is_complete:
        return "submitted by somebody else, and its import was broken off"
    return f"submitted by somebody else, {'verified' if submission.is_verified else 'not verified'} here"


def _doubts(suite: Suite, setups: Sequence[StoredSetup], cases: Sequence[CaseResult]) -> Iterator[str]:
    """Why the set-up makes the row provisional: what fails now, and what failed when an answer that counts was asked for.

    What fails now says nothing of the answers to a release.
    """
    now = failures_now(setups) if suite.release is None else ()
    yield from (check.reason for check in now)
    before = {check.name: check for case in cases if case.asked for check in failures_at(setups, case.asked)}
    gone = set(before) - {check.name for check in now}
    yield from (f"{before[name].reason} (when it was asked; run it again)" for name in sorted(gone))


def _case_results(suite: Suite, store: Store, model: StoredModel, fingerprint: str | None) -> Iterator[CaseResult]:
    answers = store.answers(model.name)
    asked = {answer.case_id for answer in answers if answer.attempt == 1}
    for case in suite.standard():
        stamp = case.stamps.asked_of(model.identity)
        current = {
            answer.attempt: _attempted(suite, store, case, answer, fingerprint)
            for answer in answers
            if (answer.case_id, answer.question_stamp) == (case.id, stamp)
        }
        further = tuple(result for attempt, result in sorted(current.items()) if attempt > 1)
        if 1 in current:
            yield replace(current[1], further=further)
        elif case.id in asked:
            note = "the question or the model has changed since it was answered"
            yield CaseResult(case, "outdated", note=note, further=further)
        else:
            yield CaseResult(case, "not asked", note="no complete answer yet", further=further)


def _attempted(suite: Suite, store: Store, case: Case, stored: StoredAnswer, fingerprint: str | None) -> CaseResult:
    if stored.is_missing:
        return CaseResult(case, "not asked", note=stored.reason, attempt=stored.attempt)
    return replace(_answered(suite, store, case, stored, fingerprint), asked=stored.begun, attempt=stored.attempt)


def _answered(suite: Suite, store: Store, case: Case, stored: StoredAnswer, fingerprint: str | None) -> CaseResult:
    answer = store.answer(stored.id)
    graded = _standing_grade(suite, store, case, stored.id)
    if graded is None:
        return CaseResult(case, "not graded", answer=answer, note="not graded by the current rules")
    grade, backend = graded
    checks, verdicts = grade.checks, dict[str, Verdict]()
    if isinstance(case.content, SessionContent) and not grade.settled_at_zero:
        if fingerprint is not None:
            verdicts = store.verdicts(stored.id, case.stamps.judged_by(fingerprint))
        checks += verdict_checks(case, verdicts)
    value = credit(checks)
    if value is None:
        left = sum(check.credit is None for check in checks)
        return CaseResult(case, "not judged", None, checks, answer, f"{left} questions not judged", verdicts=verdicts)
    note = NATIVELY_GRADED if backend == "native" else ""
    return CaseResult(case, "scored", value, checks, answer, note, backend, verdicts=verdicts)


def _standing_grade(suite: Suite, store: Store, case: Case, answer_id: int) -> tuple[Grade, Backend] | None:
    """The current grade that counts, and by which backend: the default's, where there is one."""
    for backend, version in grader_versions(suite, case.kind).items():
        grade = store.grade(answer_id, case.stamps.graded_by(version))
        if grade is not None:
            return grade, backend
    return None
