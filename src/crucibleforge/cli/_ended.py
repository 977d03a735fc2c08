"""How a command that ran the engine ends."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Sequence

import typer

from crucibleforge.core.words import count_of
from crucibleforge.run import Action, Engine, PlannedCase

from ._limits import say_limit, say_spent
from ._planned import in_words

_GIVEN_UP_HINT = "name another judge, or have them asked once more: crucibleforge judge MODEL --judge JUDGE --retry"


def ended(engine: Engine, left: Sequence[PlannedCase] = ()) -> None:
    """Say what could not be done and what to do about it, and exit with the code for it.

    Args:
        left: the plan of a run that would begin now.
    """
    for span in (*engine.makespans, *engine.judgings):
        print(span, file=sys.stderr)
    say_spent(engine.allowance)
    is_cut_short = bool(engine.allowance.reached) and any(item.action is not Action.KEEP for item in left)
    if is_cut_short:
        say_limit(engine.allowance, left)
    for fault in engine.failed:
        _say(f"error: {fault}", fault.hint)
    if engine.calibration is not None:
        _say(f"error: {engine.calibration}", engine.calibration.hint)
        raise typer.Exit(engine.calibration.exit_code)
    if engine.failed:
        raise typer.Exit(max(fault.exit_code for fault in engine.failed))
    given_up = [event for event in engine.missing if event.is_final]
    if given_up:
        _say(
            f"given up: {count_of(len(given_up), 'question')}, since the judge's replies cannot be read", _GIVEN_UP_HINT
        )
    if len(engine.missing) > len(given_up):
        missing = count_of(len(engine.missing) - len(given_up), "case")
        _say(f"missing: {missing}", "mend what their reasons name, and run the same command again for them alone")
    if engine.missing:
        raise typer.Exit(1 if engine.advanced or given_up else 3)
    if is_cut_short:
        raise typer.Exit(1)


def stopped(came: signal.Signals, left: Iterable[PlannedCase]) -> None:
    """Say what is left after a signal ended the work, and exit as shells expect it: 130 for Ctrl-C, 143 for SIGTERM.

    Args:
        left: the plan of a run that would begin now.
    """
    stopped_with(came, in_words(left))


def stopped_with(came: signal.Signals, left: str) -> None:
    """Say in words what is left after a signal ended the work, and exit likewise."""
    _say(f"stopped; left: {left}", "run the same command again to go on: what is stored is not asked again")
    raise typer.Exit(128 + came)


def _say(message: str, hint: str) -> None:
    print(message, file=sys.stderr)
    if hint:
        print(f"  -> {hint}", file=sys.stderr)
