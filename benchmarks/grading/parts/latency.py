"""What one call of a test costs: groups of growing size, and the line through their times."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from contextlib import ExitStack

from benchmarks.grading.grader import Grader, crucibleforge, evalplus
from benchmarks.grading.setting import Setting
from benchmarks.grading.tasks.catalogue import Item
from benchmarks.report import Report

CALLS = (0, 1, 10, 50, 200)
_SOURCE = "def step(number):\n    return number + 1\n"


def latency(setting: Setting) -> Report:
    """Asserts in a row, calls that feed the next one, and EvalPlus's inputs."""
    forms = ["asserts in a row", "results passed on"]
    with ExitStack() as stack:
        ours = stack.enter_context(crucibleforge())
        sources: dict[str, tuple[Grader, Callable[[int], Item]]] = {
            f"CrucibleForge, {form}": (ours, make) for form, make in zip(forms, (_plain, _chained), strict=True)
        }
        if setting.peer:
            sources["EvalPlus, inputs in a row"] = (stack.enter_context(evalplus(setting.peer)), _peer)
        taken = _times(sources, setting.repeats)
    rows = [(name, *_row(times)) for name, times in taken.items()]
    data = {name: {str(calls): values for calls, values in times.items()} for name, times in taken.items()}
    columns = ("latency", *(f"{calls}, ms" for calls in CALLS), "group, ms", "call, µs")
    return Report("Latency by calls in a group: medians, and the line through them", columns, rows, data)


def _times(sources: dict[str, tuple[Grader, Callable[[int], Item]]], repeats: int) -> dict[str, dict[int, list[float]]]:
    taken: dict[str, dict[int, list[float]]] = {name: {calls: [] for calls in CALLS} for name in sources}
    for number in range(repeats + 1):
        for calls in CALLS:
            for name, (grader, make) in sources.items():
                ((passed, seconds),) = grader.ask("grade", items=[make(calls)])
                assert passed, f"{name} with {calls} calls"
                if number:  # the first round warms up
                    taken[name][calls].append(seconds)
    return taken


def _row(times: dict[int, list[float]]) -> tuple[str, ...]:
    medians = {calls: statistics.median(seconds) * 1000 for calls, seconds in times.items()}
    slope, start = statistics.linear_regression(list(medians), list(medians.values()))
    return (*(f"{value:.1f}" for value in medians.values()), f"{start:.1f}", f"{slope * 1000:.0f}")


def _plain(calls: int) -> Item:
    asserts = [f"    assert solution.step({number}) == {number + 1}" for number in range(calls)]
    return _ours(asserts)


def _chained(calls: int) -> Item:
    steps = ["    number = 0", *["    number = solution.step(number)"] * calls, f"    assert number == {calls}"]
    return _ours(steps)


def _ours(body: list[str]) -> Item:
    """A group without calls needs an assertion all the same."""
    return {"source": _SOURCE, "tests": "\n".join(["def group_all(solution):", "    assert True", *body]) + "\n"}


def _peer(calls: int) -> Item:
    inputs = [(number,) for number in range(calls)]
    return {"source": _SOURCE, "entry": "step", "inputs": repr(inputs), "expected": repr([n + 1 for (n,) in inputs])}
