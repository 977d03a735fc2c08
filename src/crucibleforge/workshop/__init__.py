"""Tools for those who keep a suite: measure it, prove it, and run its control rows."""

from ._controls import Controls, run_controls
from ._measure import write_limits
from ._verify import Finding, verify, verify_case

__all__ = ["Controls", "Finding", "run_controls", "verify", "verify_case", "write_limits"]
