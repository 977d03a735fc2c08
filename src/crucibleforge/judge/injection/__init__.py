"""Tries to give a judge orders, with the texts that lie in `pack`."""

from ._inject import Ended, InjectionOutcome, inject, scene
from ._pack import Injection, read_injections

__all__ = ["Ended", "Injection", "InjectionOutcome", "inject", "read_injections", "scene"]
