"""The only place where tasks start: what is missing or stale, asked, graded and judged."""

from ._engine import Engine, identities
from ._events import (
    CaseAnswered,
    CaseBegun,
    CaseGraded,
    CaseMissing,
    Event,
    Listener,
    PhaseStarted,
    QuestionJudged,
    SetupChecked,
    TurnFinished,
)
from ._judging import fingerprint, judge_one
from ._plan import Action, PlannedCase, plan
from ._scripts import Player, played, script_for, tools_for
from ._setup import check_model

__all__ = [
    "Action",
    "CaseAnswered",
    "CaseBegun",
    "CaseGraded",
    "CaseMissing",
    "Engine",
    "Event",
    "Listener",
    "PhaseStarted",
    "PlannedCase",
    "Player",
    "QuestionJudged",
    "SetupChecked",
    "TurnFinished",
    "check_model",
    "fingerprint",
    "identities",
    "judge_one",
    "plan",
    "played",
    "script_for",
    "tools_for",
]
