"""`python -m benchmarks.regrade`: a text rule is edited, and all stored answers to its case are graded again."""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.machine import machine
from benchmarks.peers import peer_beside
from benchmarks.regrade.models import edited, fill
from benchmarks.report import Report, ratios, show, spread
from crucibleforge.core.case import Case
from crucibleforge.grade import grade, grader_version
from crucibleforge.run import Action, Engine, Event, PhaseStarted, contents_in_use, plan
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import Suite, load_suite

SIDE = Path(__file__).parent / "sides" / "inspect_side.py"
EDITS = {"RP01": ("words: {min: 60, max: 170}", 60, 170), "CW01": ("words: {min: 600, max: 900}", 600, 900)}
"""The rule for length of a chat of six turns and of one long one: as it stands in the case's file, its least and its most."""
IN_FULL = 20
"""Answers of the side that applies every rule."""
NAMES = {
    "ours": "CrucibleForge, the edited rule",
    "whole": "CrucibleForge, every rule, an answer at a time",
    "inspect": "Inspect AI, one scorer over its log",
}


@dataclass(frozen=True, slots=True)
class Timed:
    """One side in one round."""

    seconds: float
    """Of the processor."""
    answers: int
    passed: int
    """Answers that keep the rule."""
    planning: float = 0.0
    """Seconds until it is known what is to be graded."""

    @property
    def rate(self) -> float:
        return self.answers / self.seconds


def main() -> int:
    """Measure in rounds; 1 when the sides disagree about the rule or anything was graded wrongly."""
    asked = _arguments()
    console = Console(width=max(120, Console().width))
    where = machine()
    console.print(", ".join(f"{name}: {value}" for name, value in where.items()), markup=False, highlight=False)
    peer = peer_beside(console, "inspect-ai==0.3.285", "openai==3.57.0", alone=asked.alone)
    reports = [reported(case, measured(case, asked.models, asked.rounds, peer)) for case in EDITS]
    for report in reports:
        show(report, console)
    if asked.json:
        data = {"machine": where, **{case: report.data for case, report in zip(EDITS, reports, strict=True)}}
        asked.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 1 if any(report.broken for report in reports) else 0


def measured(case_id: str, models: int, rounds: int, peer: Path | None) -> dict[str, list[Timed]]:
    """Each side's rounds; they take turns, and each round edits the rule anew."""
    rule, least, most = EDITS[case_id]
    suite = load_suite(None)
    found: dict[str, list[Timed]] = {name: [] for name in NAMES if peer or name != "inspect"}
    with tempfile.TemporaryDirectory() as folder:
        store_at = Path(folder) / "store.db"
        known = fill(store_at, suite, models)
        for turn in range(1, rounds + 1):
            now = rule.replace(str(most), str(most - turn))
            new = load_suite(edited(suite, Path(folder) / f"suite {turn}", case_id, rule, now))
            with open_store(store_at) as store, SandboxPool(size=1) as sandboxes:
                found["ours"].append(_regraded(new, store, known, sandboxes, case_id))
                found["whole"].append(_graded_whole(new.cases[case_id], store))
                if peer:
                    replies = [store.answer(each.id).replies for each in _answers(store, case_id)]
                    found["inspect"].append(_by_inspect(peer, Path(folder), replies, least, most - turn))
    return found


def _regraded(suite: Suite, store: Store, known: Mapping[str, str], sandboxes: SandboxPool, case_id: str) -> Timed:
    moments: list[float] = []

    def tell(event: Event) -> None:
        if isinstance(event, PhaseStarted):
            moments.append(time.process_time())

    with store.writer("benchmark") as writer:
        writer.put_contents(contents_in_use(suite))
        began = time.process_time()
        asyncio.run(Engine(suite, store, writer, tell).grade(known, sandboxes))
        ended = time.process_time()
    left = [item for item in plan(suite, store, known, None) if item.action is Action.GRADE]
    assert not left, f"{len(left)} answers were not graded"
    case = suite.cases[case_id]
    stamp = case.stamps.graded_by(grader_version(case.kind))
    grades = store.grades([each.id for each in _answers(store, case_id)], stamp)
    for answer_id, found in list(grades.items())[:: max(1, len(grades) // IN_FULL)]:
        assert found == grade(case, store.answer(answer_id), sandbox=None), f"answer {answer_id} has another grade"
    passed = sum(check.credit == 1 for found in grades.values() for check in found.checks if check.id == "r-length")
    return Timed(ended - moments[0], len(grades), passed, moments[0] - began)


def _graded_whole(case: Case, store: Store) -> Timed:
    """Every rule, each answer read and stored by itself."""
    chosen = _answers(store, case.id)[:IN_FULL]
    passed = 0
    with store.writer("benchmark") as writer:
        began = time.process_time()
        for each in chosen:
            found = grade(case, store.answer(each.id), sandbox=None)
            writer.put_grade(each.id, "whole", found)
            passed += sum(check.credit == 1 for check in found.checks if check.id == "r-length")
        return Timed(time.process_time() - began, len(chosen), passed)


def _by_inspect(peer: Path, folder: Path, replies: Sequence[Sequence[str]], least: int, most: int) -> Timed:
    data = folder / "samples.json"
    data.write_text(json.dumps(replies), encoding="utf-8")
    command = [str(peer), str(SIDE), str(data), str(least), str(most)]
    said: Any = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    return Timed(said["seconds"], len(said["passed"]), sum(said["passed"]))


def _answers(store: Store, case_id: str) -> list[Any]:
    return [each for each in store.answers() if each.case_id == case_id]


def reported(case_id: str, found: Mapping[str, Sequence[Timed]]) -> Report:
    """A row for each side."""
    ours = found["ours"]
    rows, broken = [], []
    for side, timed in found.items():
        planning = spread([each.planning for each in timed], 2) if side == "ours" else ""
        times = "" if side == "ours" else spread(ratios([each.rate for each in ours], [each.rate for each in timed]))
        rate = spread([each.rate for each in timed], 0)
        rows.append((NAMES[side], f"{timed[0].answers}", rate, times, planning))
        if side == "inspect" and [each.passed for each in timed] != [each.passed for each in ours]:
            broken.append("Inspect AI finds other replies too long or too short")
    columns = ("side", "answers", "answers a CPU second", "ours is faster by", "planning, CPU seconds")
    data = {"rounds": {side: [asdict(each) for each in timed] for side, timed in found.items()}}
    return Report(f"the rule for length of {case_id} is edited", columns, rows, data, broken)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.regrade", description=__doc__)
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the raw figures there as well")
    parser.add_argument("--alone", action="store_true", help="measure CrucibleForge without Inspect AI beside it")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
