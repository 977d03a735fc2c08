"""Questions to a judge model: prompt, reply, quote guard, votes, calibration, and the judge's own error rates."""

from ._alike import Alike, Judged, alike
from ._ballots import Ballot, JudgeClient
from ._calibrate import Calibration, Probe, calibrate, probes_for, prove
from ._checks import verdict_checks
from ._economy import Counted, PrefixEconomy
from ._exemplars import JudgedExemplar, judged_exemplars
from ._guard import MIN_QUOTE_CHARS, QuoteCheck, guard
from ._hearing import Hearing, judge_case
from ._prompt import INSTRUCTIONS
from ._rates import (
    JudgeRates,
    QuestionRates,
    Rates,
    Tokens,
    Verdicts,
    agreement,
    current_verdicts,
    judge_rates,
)
from ._recheck import recheck
from ._reply import Said, read_reply
from ._settings import JudgeSettings, fingerprint_on, judge_fingerprint, judge_manner

__all__ = [
    "INSTRUCTIONS",
    "MIN_QUOTE_CHARS",
    "Alike",
    "Ballot",
    "Calibration",
    "Counted",
    "Hearing",
    "JudgeClient",
    "JudgeRates",
    "JudgeSettings",
    "Judged",
    "JudgedExemplar",
    "PrefixEconomy",
    "Probe",
    "QuestionRates",
    "QuoteCheck",
    "Rates",
    "Said",
    "Tokens",
    "Verdicts",
    "agreement",
    "alike",
    "calibrate",
    "current_verdicts",
    "fingerprint_on",
    "guard",
    "judge_case",
    "judge_fingerprint",
    "judge_manner",
    "judge_rates",
    "judged_exemplars",
    "probes_for",
    "prove",
    "read_reply",
    "recheck",
    "verdict_checks",
]
