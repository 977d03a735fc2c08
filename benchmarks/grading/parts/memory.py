"""Memory of a grader and of what it starts, while a solution runs."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks.grading.grader import Grader, crucibleforge, evalplus
from benchmarks.grading.setting import Setting
from benchmarks.grading.tasks.catalogue import Item, loop_items, peer_items
from benchmarks.processes import Memory, descendants
from benchmarks.processes import memory as memory_of
from benchmarks.report import Report

_SOURCE = "def turns(number):\n    for _ in range(number):\n        pass\n    return number\n"
_SAMPLE_EVERY_S = 0.02

Sample = tuple[Memory, Memory]
"""The grader itself, and all below it."""


def memory(setting: Setting) -> Report:
    """The largest sum seen while a solution that only loops was graded, after a pass over all solutions."""
    with crucibleforge() as ours:
        samples = {"CrucibleForge: grader": _largest(ours, loop_items(), _loops(1_000_000))}
    if setting.peer:
        with evalplus(setting.peer) as peer:
            samples["EvalPlus: parent"] = _largest(peer, peer_items(), _peer_loops(10_000_000))
    below = {"CrucibleForge: grader": "worker", "EvalPlus: parent": "child"}
    rows = [row for name, sample in samples.items() for row in _rows(name, below[name], sample)]
    data = {name.split(":")[0].lower(): _data(sample) for name, sample in samples.items()}
    return Report("Memory while grading, MiB", ("memory", "RSS", "PSS"), rows, data)


def _largest(grader: Grader, items: list[Item], last: Item) -> Sample:
    grader.ask("grade", items=items)
    with ThreadPoolExecutor(1) as pool:
        grading = pool.submit(grader.ask, "grade", items=[last])
        samples = [_sample(grader.pid)]
        while not grading.done():
            samples.append(_sample(grader.pid))
            time.sleep(_SAMPLE_EVERY_S)
        ((passed, _),) = grading.result()
    assert passed, "a loop that ends in time is right"
    return max(samples, key=lambda sample: sample[0].pss + sample[1].pss)


def _sample(pid: int) -> Sample:
    nothing = Memory(0, 0)
    below = [memory_of(child) or nothing for child in descendants(pid)]
    return memory_of(pid) or nothing, sum(below, nothing)


def _rows(name: str, below: str, sample: Sample) -> list[tuple[str, ...]]:
    title = name.split(":")[0]
    parts = {name: sample[0], f"{title}: {below}": sample[1], f"{title}: both": sample[0] + sample[1]}
    return [(label, f"{part.rss:.0f}", f"{part.pss:.0f}") for label, part in parts.items()]


def _data(sample: Sample) -> dict[str, Any]:
    return {
        part: {"rss_mib": held.rss, "pss_mib": held.pss} for part, held in zip(("grader", "below"), sample, strict=True)
    }


def _loops(number: int) -> Item:
    tests = f"def group_all(solution):\n    assert solution.turns({number}) == {number}\n"
    return {"source": _SOURCE, "tests": tests}


def _peer_loops(number: int) -> Item:
    return {"source": _SOURCE, "entry": "turns", "inputs": repr([(number,)]), "expected": repr([number])}
