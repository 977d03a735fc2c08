"""Tools for those who keep a suite: measure it, prove it, and run its control rows and control judges."""

from ._control_judges import ControlJudge, run_control_judges
from ._controls import Controls, run_controls
from ._difference import CaseDifference, SuiteDifference, difference, last_used
from ._effect import CreditMove, Effect, RowMove, Work, effect
from ._finding import Finding
from ._freeze import freeze, to_be_released
from ._known import known_verdicts
from ._measure import write_limits
from ._verify import verify, verify_case

__all__ = [
    "CaseDifference",
    "ControlJudge",
    "Controls",
    "CreditMove",
    "Effect",
    "Finding",
    "RowMove",
    "SuiteDifference",
    "Work",
    "difference",
    "effect",
    "freeze",
    "known_verdicts",
    "last_used",
    "run_control_judges",
    "run_controls",
    "to_be_released",
    "verify",
    "verify_case",
    "write_limits",
]
