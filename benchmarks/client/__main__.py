"""`python -m benchmarks.client`: 1,000 calls of 200 ms, 100 at a time, by CrucibleForge's client and two peers'."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console

from benchmarks.client.race import Course, Lap, Runner, lap, scripted_server
from benchmarks.machine import machine
from benchmarks.peers import NoPeer, peer_python
from benchmarks.report import Report, show, spread

BARE = Runner("no client (bytes only)", "bare_side.py", Path(sys.executable))
OURS = Runner("CrucibleForge", "crucibleforge_side.py", Path(sys.executable))
PEERS = (
    ("lm-evaluation-harness 0.4.13", "lm_eval_side.py", ("lm-eval[api]==0.4.13",)),
    ("Inspect AI 0.3.285", "inspect_side.py", ("inspect-ai==0.3.285", "openai==3.57.0")),
)


def main() -> int:
    """Race; 1 when a call of anybody's got no answer."""
    asked = _arguments()
    console = Console(width=max(120, Console().width))
    runners = [BARE, OURS, *([] if asked.alone else _peers(console))]
    where = machine()
    console.print(", ".join(f"{name}: {value}" for name, value in where.items()), markup=False, highlight=False)
    course = Course(calls=asked.calls, words=asked.words)
    laps = race(runners, course, asked.rounds)
    report = reported(laps, course)
    show(report, console)
    if asked.json:
        asked.json.write_text(json.dumps({"machine": where, **report.data}, indent=1) + "\n", encoding="utf-8")
    return 1 if report.broken else 0


def race(runners: Sequence[Runner], course: Course, rounds: int) -> dict[str, list[Lap]]:
    """The laps of each runner, who take turns; one lap before the first is not counted."""
    laps: dict[str, list[Lap]] = {runner.name: [] for runner in runners}
    with scripted_server(course) as (base_url, pid):
        for runner in runners:
            lap(runner, replace(course, calls=course.ways), base_url, pid)
        for _ in range(rounds):
            for runner in runners:
                laps[runner.name].append(lap(runner, course, base_url, pid))
    return laps


def reported(laps: Mapping[str, Sequence[Lap]], course: Course) -> Report:
    """A row for each runner."""
    rows = [
        (
            name,
            spread((each.wall_s for each in done), 2),
            spread((each.cpu_s / course.calls * 1000 for each in done), 2),
            spread((each.server_cpu_s / course.calls * 1000 for each in done), 2),
        )
        for name, done in laps.items()
    ]
    broken = [
        f"{name}: {each.answered} of {course.calls} calls answered"
        for name, done in laps.items()
        for each in done
        if each.answered != course.calls
    ]
    title = f"{course.calls} calls of {course.reply_s:g} s, {course.ways} at a time; at least {course.bound_s:.1f} s"
    columns = ("client", "seconds, start included", "CPU ms a call", "server's CPU ms a call")
    data = {"course": asdict(course), "laps": {name: [asdict(each) for each in done] for name, done in laps.items()}}
    return Report(title, columns, rows, data, broken)


def _peers(console: Console) -> list[Runner]:
    found = []
    for name, script, packages in PEERS:
        try:
            found.append(Runner(name, script, peer_python(*packages)))
        except NoPeer as missing:
            console.print(str(missing), markup=False)
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.client", description=__doc__)
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--words", type=int, default=0, help="words of a reply, streamed one by one; 0: a short reply")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the raw figures there as well")
    parser.add_argument("--alone", action="store_true", help="measure CrucibleForge without the peers beside it")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
