"""Runs code that nobody vouches for."""

from ._jail import Jail
from ._limits import DEFAULT_FUEL
from ._sandbox import BACKENDS, Backend, GroupResult, ProgramRun, Sandbox
from ._self_test import SelfCheck, self_test
from ._solution import Solution

__all__ = [
    "BACKENDS",
    "DEFAULT_FUEL",
    "Backend",
    "GroupResult",
    "Jail",
    "ProgramRun",
    "Sandbox",
    "SelfCheck",
    "Solution",
    "self_test",
]
