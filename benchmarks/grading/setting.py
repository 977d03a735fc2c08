"""How much the benchmark does, and beside whom."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Setting:
    """The sizes of all parts. The defaults take about five minutes on two cores."""

    peer: Path | None
    """The interpreter that has EvalPlus; None measures CrucibleForge alone."""
    rounds: int = 15
    """Passes over all solutions, for throughput."""
    compiles: int = 1
    """Starts with an empty cache; each compiles the runner."""
    starts: int = 7
    """Starts with a warm cache."""
    repeats: int = 25
    """Groups of each size, for the latency of a call."""
    borderline: int = 50
    """Gradings at each limit, idle and loaded."""
    peer_borderline: int = 25
    """The same for EvalPlus, where each takes about a second."""
    gradings: int = 2_000
    """For leftovers; the first twentieth is the warm-up."""


def tiny() -> Setting:
    """Just enough that every part runs: says that the scripts work, nothing about speed."""
    return Setting(None, rounds=1, compiles=0, starts=1, repeats=1, borderline=1, peer_borderline=0, gradings=200)
