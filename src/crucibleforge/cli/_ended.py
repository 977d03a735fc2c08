"""How a command that ran the engine ends."""

from __future__ import annotations

import sys

import typer

from crucibleforge.run import Engine


def ended(engine: Engine) -> None:
    """Say what could not be done and what to do about it, and exit with the code for it."""
    for fault in engine.failed:
        _say(f"error: {fault}", fault.hint)
    if engine.calibration is not None:
        _say(f"error: {engine.calibration}", engine.calibration.hint)
        raise typer.Exit(engine.calibration.exit_code)
    if engine.failed:
        raise typer.Exit(max(fault.exit_code for fault in engine.failed))
    if engine.missing:
        _say(f"{len(engine.missing)} cases are missing", "run the same command again to ask or judge only those")
        raise typer.Exit(1 if engine.advanced else 3)


def _say(message: str, hint: str) -> None:
    print(message, file=sys.stderr)
    if hint:
        print(f"  -> {hint}", file=sys.stderr)
