"""What every step of a run works on."""

from __future__ import annotations

from dataclasses import dataclass, field

from crucibleforge.store import Store, Writer
from crucibleforge.suite import Suite

from ._allowance import Allowance
from ._events import Listener
from ._stop import Stop


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its suite, its store and the right to write there, and who is told what happens."""

    suite: Suite
    store: Store
    writer: Writer
    tell: Listener
    id: int | None = None
    """The run's number in the store."""
    checks_setup: bool = True
    """Whether each model's set-up is checked before it is asked."""
    attempts: int = 1
    """How often each case is asked."""
    stop: Stop = field(default_factory=Stop)
    allowance: Allowance = field(default_factory=Allowance)
