"""Runs code that nobody vouches for."""

from ._limits import DEFAULT_FUEL
from ._pool import SandboxPool
from ._runner import BACKENDS, Backend, runner_id
from ._sandbox import GroupResult, ProgramRun, Sandbox
from ._self_test import SelfCheck, self_test
from .attack._attack import AttackOutcome, attack, possible_attacks
from .jail._jail import Jail
from .protocol._row import Call, Take
from .protocol._solution import Solution, call_later, call_now, settle

__all__ = [
    "BACKENDS",
    "DEFAULT_FUEL",
    "AttackOutcome",
    "Backend",
    "Call",
    "GroupResult",
    "Jail",
    "ProgramRun",
    "Sandbox",
    "SandboxPool",
    "SelfCheck",
    "Solution",
    "Take",
    "attack",
    "call_later",
    "call_now",
    "possible_attacks",
    "runner_id",
    "self_test",
    "settle",
]
