"""The only place where tasks start: what is missing or stale, asked, graded and judged."""

from ._allowance import Allowance
from ._duration import asking_s
from ._engine import Engine, identities
from ._events import (
    AskingDone,
    CaseAnswered,
    CaseBegun,
    CaseGraded,
    CaseMissing,
    Event,
    JudgingDone,
    Listener,
    PhaseStarted,
    QuestionJudged,
    SetupChecked,
    TurnFinished,
)
from ._forecast import Forecast, Forecaster, Step, forecast
from ._judging import judge_one
from ._limit import Limit
from ._makespan import JudgingSpan, Makespan, lower_bound_s
from ._manners import keep_findings, remembered
from ._measuring import unmeasured
from ._order import ceiling, expected_lengths, longest_first
from ._past import contents_in_use
from ._plan import TRIES, Action, PlannedCase, plan, votes_on, without_first_tries
from ._probing import PROBES, Probed, probe
from ._prompts import request_words
from ._proving import fingerprint
from ._range import Range, together, together_if_known
from ._refusals import is_same_model
from ._scripts import Player, played, script_for, tools_for
from ._setup import Findings, check_model
from ._slots import Seat, Slots
from ._stop import Stop, Stopped

__all__ = [
    "PROBES",
    "TRIES",
    "Action",
    "Allowance",
    "AskingDone",
    "CaseAnswered",
    "CaseBegun",
    "CaseGraded",
    "CaseMissing",
    "Engine",
    "Event",
    "Findings",
    "Forecast",
    "Forecaster",
    "JudgingDone",
    "JudgingSpan",
    "Limit",
    "Listener",
    "Makespan",
    "PhaseStarted",
    "PlannedCase",
    "Player",
    "Probed",
    "QuestionJudged",
    "Range",
    "Seat",
    "SetupChecked",
    "Slots",
    "Step",
    "Stop",
    "Stopped",
    "TurnFinished",
    "asking_s",
    "ceiling",
    "check_model",
    "contents_in_use",
    "expected_lengths",
    "fingerprint",
    "forecast",
    "identities",
    "is_same_model",
    "judge_one",
    "keep_findings",
    "longest_first",
    "lower_bound_s",
    "plan",
    "played",
    "probe",
    "remembered",
    "request_words",
    "script_for",
    "together",
    "together_if_known",
    "tools_for",
    "unmeasured",
    "votes_on",
    "without_first_tries",
]
