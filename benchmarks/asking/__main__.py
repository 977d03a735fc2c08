"""`python -m benchmarks.asking`: how long asking takes beside what no order can beat."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.asking.measured import measure
from benchmarks.asking.simulation import DISTRIBUTIONS, drawn, guessed, simulate
from benchmarks.machine import machine
from benchmarks.report import Report, show, spread
from crucibleforge.run import lower_bound_s

GOAL = 1.03
_SHORTER = 20
ERROR = 0.3
"""Of a guess from other models' answers: it is off by a factor of 1.35, give or take."""


def main() -> int:
    """Simulate and measure; 1 when the goal is missed by the simulation."""
    asked = _arguments()
    console = Console(width=max(120, Console().width))
    where = machine()
    console.print(", ".join(f"{name}: {value}" for name, value in where.items()), markup=False, highlight=False)
    reports = [simulated(asked.cases, asked.slots), measured(asked.cases, asked.slots, asked.rounds)]
    for report in reports:
        show(report, console)
    if asked.json:
        data: dict[str, Any] = {"machine": where, "parts": [report.data for report in reports]}
        asked.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 1 if any(report.broken for report in reports) else 0


def simulated(cases: int, slots: int, seeds: int = 20) -> Report:
    """Real slots and order in virtual time, each distribution drawn so many times."""
    rows, data, broken = [], {}, []
    for name in DISTRIBUTIONS:
        ratios: dict[str, list[float]] = {"known": [], "guessed": [], "as they come": []}
        for seed in range(seeds):
            lengths = drawn(name, cases, seed)
            ratios["known"].append(simulate(lengths, lengths, slots).ratio)
            ratios["guessed"].append(simulate(lengths, guessed(lengths, ERROR, seed), slots).ratio)
            ratios["as they come"].append(simulate(lengths, [1.0] * cases, slots).ratio)
        rows.append((name, *(spread(each, 3) for each in ratios.values())))
        data[name] = ratios
        broken += [f"{name}: {each:.3f} with known lengths" for each in ratios["known"] if each > GOAL]
    title = f"Simulated: makespan / lower bound, {cases} cases, {slots} slots, {seeds} drawings"
    return Report(
        title, ("lengths", "longest first", "guessed longest first", "in the suite's order"), rows, data, broken
    )


def measured(cases: int, slots: int, rounds: int) -> Report:
    """A real run against a scripted server, with conversations twenty times as short as simulated ones.

    The bound is that of the scripted lengths: whatever client, store and server add counts against the run.
    """
    rows, data = [], {}
    for name in ("exponential", "long tail (lognormal)"):
        ratios: dict[str, list[float]] = {"longest first": [], "in the suite's order": []}
        for seed in range(rounds):
            lengths = [length / _SHORTER for length in drawn(name, cases, seed)]
            for order, found in ratios.items():
                makespan = measure(lengths, slots, knows_lengths=order == "longest first")
                found.append(makespan.seconds / lower_bound_s(lengths, slots))
        rows.append((name, *(spread(each, 3) for each in ratios.values()), f"{statistics.fmean(lengths):.2f} s"))
        data[name] = ratios
    title = f"Measured: makespan / lower bound of a run with its store, {cases} cases, {slots} slots, {rounds} rounds"
    return Report(title, ("lengths", "longest first", "in the suite's order", "mean"), rows, data)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.asking", description=__doc__)
    parser.add_argument("--cases", type=int, default=160)
    parser.add_argument("--slots", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=2, help="of the measured part")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the raw figures there as well")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
