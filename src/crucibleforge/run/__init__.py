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
    SetupChecked,
    TurnFinished,
)
from ._judging import is_same_model, judge_one
from ._limit import Limit
from ._makespan import Makespan, lower_bound_s
from ._measuring import unmeasured
from ._order import ceiling, expected_lengths, longest_first
from ._plan import Action, PlannedCase, plan, without_first_tries
from ._proving import fingerprint
from ._scripts import Player, played, script_for, tools_for
from ._setup import check_model
from ._slots import Seat, Slots
from ._stop import Stop, Stopped

__all__ = [
    "Action",
    "AskingDone",
    "CaseAnswered",
    "CaseBegun",
    "CaseGraded",
    "CaseMissing",
    "Engine",
    "Event",
    "Limit",
    "Listener",
    "Makespan",
    "PhaseStarted",
    "PlannedCase",
    "Player",
    "QuestionJudged",
    "Seat",
    "SetupChecked",
    "Slots",
    "Stop",
    "Stopped",
    "TurnFinished",
    "ceiling",
    "check_model",
    "expected_lengths",
    "fingerprint",
    "identities",
    "is_same_model",
    "judge_one",
    "longest_first",
    "lower_bound_s",
    "plan",
    "played",
    "script_for",
    "tools_for",
    "unmeasured",
    "without_first_tries",
]
