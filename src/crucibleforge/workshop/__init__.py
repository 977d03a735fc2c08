"""Tools for those who keep a suite: measure it, prove it, and run its control rows and control judges."""

from ._control_judges import ControlJudge, run_control_judges
from ._controls import Controls, run_controls
from ._known import known_verdicts
from ._measure import write_limits
from ._verify import Finding, verify, verify_case

__all__ = [
    "ControlJudge",
    "Controls",
    "Finding",
    "known_verdicts",
    "run_control_judges",
    "run_controls",
    "verify",
    "verify_case",
    "write_limits",
]
