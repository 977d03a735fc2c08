"""What thousands of gradings leave behind: it should be nothing."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.grading.grader import Grader, crucibleforge
from benchmarks.grading.setting import Setting
from benchmarks.grading.tasks.catalogue import loop_items
from benchmarks.processes import descendants, is_running, memory
from benchmarks.report import Report

_CRASHING = "def f(number):\n    return f(number) + 1\n"
_LOOPING = "def f(number):\n    while True:\n        pass\n"
_SMALL_FUEL = 50_000_000
_BATCH = 20
_GROWTH_MIB = 20.0
"""More than this is a leak, and not the allocator's play."""

Sizes = dict[str, float]


def leftovers(setting: Setting) -> Report:
    """Right, wrong, crashing and looping solutions by turns; then memory, processes and temporary files."""
    with tempfile.TemporaryDirectory() as temporary:
        with crucibleforge(temporary=Path(temporary)) as grader:
            began = time.perf_counter()
            _grade(grader, setting.gradings // 20)
            early = _sizes(grader)
            _grade(grader, setting.gradings - setting.gradings // 20)
            late, taken = _sizes(grader), time.perf_counter() - began
            pids = [grader.pid, *descendants(grader.pid)]
        files = sorted(path.name for path in Path(temporary).rglob("*"))
    running = [pid for pid in pids if is_running(pid)]
    data = {
        "early_mib": early, "late_mib": late, "processes_left": len(running), "files_left": files, "seconds": taken,
    }  # fmt: skip
    rows = [(f"{name}, MiB resident", f"{early[name]:.1f}", f"{late[name]:.1f}") for name in early]
    rows += [("processes after closing", "", str(len(running))), ("temporary files after closing", "", str(len(files)))]
    columns = ("leftovers", f"after {setting.gradings // 20:,}", f"after {setting.gradings:,}")
    title = f"Leftovers of {setting.gradings:,} gradings: right, wrong, crashing, looping ({taken:.0f} s)"
    return Report(title, columns, rows, data, _broken(data))


def _grade(grader: Grader, count: int) -> None:
    """Half of them pairs of a right and a wrong solution, a quarter crashes, a quarter loops."""
    items = list(islice(cycle(loop_items()), count // 2))
    for start in range(0, len(items), _BATCH):
        batch = items[start : start + _BATCH]
        grader.ask("grade", items=batch)
        times = len(batch) // 2
        _expect(grader, _CRASHING, times, "exception")
        _expect(grader, _LOOPING, times, "limit")


def _expect(grader: Grader, source: str, times: int, ended: str) -> None:
    results: Sequence[tuple[bool, str, int]] = grader.ask(
        "limited", source=source, argument=1, fuel=_SMALL_FUEL, times=times
    )
    ends = {end for _, end, _ in results}
    assert ends <= {ended}, f"ended by {ends}, expected {ended}"


def _sizes(grader: Grader) -> Sizes:
    """Resident MiB; a worker that was replaced counts as the worker."""
    workers = [memory(pid) for pid in descendants(grader.pid)]
    own = memory(grader.pid)
    assert own is not None
    return {"grader": own.rss, "worker": sum(held.rss for held in workers if held)}


def _broken(data: dict[str, Any]) -> list[str]:
    grown = {name: data["late_mib"][name] - data["early_mib"][name] for name in data["early_mib"]}
    broken = [f"the {name} grew by {more:.0f} MiB" for name, more in grown.items() if more > _GROWTH_MIB]
    if data["processes_left"]:
        broken.append(f"{data['processes_left']} processes are left")
    if data["files_left"]:
        broken.append(f"temporary files are left: {', '.join(data['files_left'])}")
    return broken
