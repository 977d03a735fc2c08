"""The only place where tasks start: what is missing or stale, asked, graded and judged."""

from ._engine import Engine, identities
from ._events import (
    AskingDone,
    CaseAnswered,
    CaseBegun,
    CaseGraded,
    CaseMissing,
    Event,
    Listener,
    PhaseStarted,
    QuestionJudged,
    TurnFinished,
)
from ._judging import fingerprint, judge_one
from ._makespan import Makespan
from ._plan import Action, PlannedCase, plan, without_first_tries
from ._scripts import Player, played, script_for, tools_for

__all__ = [
    "Action",
    "AskingDone",
    "CaseAnswered",
    "CaseBegun",
    "CaseGraded",
    "CaseMissing",
    "Engine",
    "Event",
    "Listener",
    "Makespan",
    "PhaseStarted",
    "PlannedCase",
    "Player",
    "QuestionJudged",
    "TurnFinished",
    "fingerprint",
    "identities",
    "judge_one",
    "plan",
    "played",
    "script_for",
    "tools_for",
    "without_first_tries",
]
