"""What a run tells whoever watches it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.core.setup import SetupCheck

from ._makespan import JudgingSpan, Makespan


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """`steps` things will now be done for `subject` (a model or a judge)."""

    phase: Literal["set-up", "ask", "grade", "calibrate", "judge", "measure"]
    subject: str
    steps: int


@dataclass(frozen=True, slots=True)
class SetupChecked:
    """One check of the way in which the model is served has ended."""

    model: str
    check: SetupCheck


@dataclass(frozen=True, slots=True)
class CaseBegun:
    """The model is being asked."""

    model: str
    case_id: str


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """One reply is complete and stored."""

    model: str
    case_id: str
    turn: int
    """From 1."""
    tokens: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class CaseAnswered:
    """All turns of a case are stored."""

    model: str
    case_id: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class CaseMissing:
    """A case could not be asked or judged; nothing is scored for it."""

    model: str
    case_id: str
    reason: str
    is_final: bool = False
    """Whether running it again does not ask it again."""


@dataclass(frozen=True, slots=True)
class CaseGraded:
    """The checks that need no judge are done; `credit` is None where a judge is still needed."""

    model: str
    case_id: str
    credit: float | None


@dataclass(frozen=True, slots=True)
class QuestionJudged:
    """The judge has decided one question."""

    model: str
    case_id: str
    question_id: str
    answer: VerdictAnswer


@dataclass(frozen=True, slots=True)
class AskingDone:
    """One endpoint has been asked everything that it was to be asked."""

    makespan: Makespan


@dataclass(frozen=True, slots=True)
class JudgingDone:
    """The judge has been asked everything that it was to be asked."""

    span: JudgingSpan


Event = (
    PhaseStarted
    | SetupChecked
    | CaseBegun
    | TurnFinished
    | CaseAnswered
    | CaseMissing
    | CaseGraded
    | QuestionJudged
    | AskingDone
    | JudgingDone
)
Listener = Callable[[Event], None]
