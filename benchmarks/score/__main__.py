"""`python -m benchmarks.score`: a whole board scored and redrawn, beside scipy.stats.bootstrap on the same credits."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from benchmarks.machine import machine
from benchmarks.peers import peer_beside
from benchmarks.report import Report, ratios, show, spread
from benchmarks.score.board import credits, profile, samples
from crucibleforge.score import score

SIDE = Path(__file__).parent / "sides" / "scipy_side.py"
WAYS = {
    "plain": ("scipy, a call a model, a redraw at a time", 100),
    "vector": ("scipy, a call a model, vectorised", 5),
    "all": ("scipy, one call for all, Totals alone", 1),
}
"""Way -> its name, and what share of the models is measured: one in so many."""
AGREE = 0.05
"""Median relative difference of the margins: both sides draw a thousand times."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One side in one round."""

    seconds: float
    """Of the processor; both sides use one thread."""
    models: int
    widths: list[float]

    @property
    def ms_a_model(self) -> float:
        return self.seconds / self.models * 1_000


def main() -> int:
    """Measure in rounds; 1 when the margins of two sides differ by more than chance."""
    asked = _arguments()
    console = Console(width=max(120, Console().width))
    where = machine()
    console.print(", ".join(f"{name}: {value}" for name, value in where.items()), markup=False, highlight=False)
    report = reported(
        measured(
            asked.models,
            asked.rounds,
            peer_beside(console, "scipy==1.17.1", f"numpy=={np.__version__}", alone=asked.alone),
        )
    )
    show(report, console)
    if asked.json:
        asked.json.write_text(json.dumps({"machine": where, **report.data}, indent=1) + "\n", encoding="utf-8")
    return 1 if report.broken else 0


def measured(models: int, rounds: int, peer: Path | None) -> dict[str, list[Timed]]:
    """Each side's rounds; they take turns."""
    layout = profile()
    board = credits(layout, models)
    found: dict[str, list[Timed]] = {"ours": []}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "board.json"
        data.write_text(json.dumps(samples(layout, board, score(layout, board))), encoding="utf-8")
        for _ in range(rounds):
            began = time.process_time()
            rows = score(layout, board)
            seconds = time.process_time() - began
            widths = [rows[model].margin or 0.0 for model in board]
            found["ours"].append(Timed(seconds, models, widths))
            for way, (_, share) in WAYS.items() if peer else ():
                found.setdefault(way, []).append(_by_scipy(peer, data, way, max(2, models // share)))
    return found


def _by_scipy(peer: Path | None, data: Path, way: str, models: int) -> Timed:
    command = [str(peer), str(SIDE), str(data), way, str(models)]
    said: Any = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return Timed(said["seconds"], models, said["widths"])


def reported(found: Mapping[str, Sequence[Timed]]) -> Report:
    """A row for each side."""
    ours = [each.ms_a_model for each in found["ours"]]
    rows, broken = [], []
    for side, timed in found.items():
        name = "CrucibleForge, the whole board" if side == "ours" else WAYS[side][0]
        theirs = [each.ms_a_model for each in timed]
        times = "" if side == "ours" else spread(ratios(theirs, ours))
        apart = _apart(found["ours"][0].widths, timed[0].widths)
        rows.append(
            (
                name,
                f"{timed[0].models}",
                spread((each.seconds for each in timed), 2),
                spread(theirs, 2),
                times,
                f"{apart:.1%}",
            )
        )
        if apart > AGREE:
            broken.append(f"{name}: the margins differ by {apart:.1%} in the median")
    title = f"{found['ours'][0].models} models, 1,000 redraws, each scored in full"
    columns = ("side", "models", "CPU seconds", "CPU ms a model", "times ours", "margins apart")
    data = {"rounds": {side: [asdict(each) for each in timed] for side, timed in found.items()}}
    return Report(title, columns, rows, data, broken)


def _apart(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return statistics.median(abs(a - b) / a for a, b in zip(ours, theirs, strict=False) if a > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.score", description=__doc__)
    parser.add_argument("--models", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the raw figures there as well")
    parser.add_argument("--alone", action="store_true", help="measure CrucibleForge without scipy beside it")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
