"""Questions to a judge model: prompt, reply, quote guard, votes and calibration."""

from ._alike import Alike, Judged, alike
from ._calibrate import Calibration, Probe, calibrate
from ._checks import verdict_checks
from ._guard import MIN_QUOTE_CHARS, QuoteCheck, guard
from ._reply import Said, read_reply
from ._session import JudgeClient, judge_case
from ._settings import JudgeSettings, judge_fingerprint

__all__ = [
    "MIN_QUOTE_CHARS",
    "Alike",
    "Calibration",
    "JudgeClient",
    "JudgeSettings",
    "Judged",
    "Probe",
    "QuoteCheck",
    "Said",
    "alike",
    "calibrate",
    "guard",
    "judge_case",
    "judge_fingerprint",
    "read_reply",
    "verdict_checks",
]
