"""EvalPlus as a grader process; runs in an environment of its own."""

from __future__ import annotations

import ast
import statistics
import time
from collections.abc import Mapping, Sequence
from typing import Any

from evalplus.eval import PASS, untrusted_check

from benchmarks.grading.sides.lines import serve

_kept: list[tuple[str, str, Any, Any]] = []


def grade(items: Sequence[Mapping[str, str]] | None) -> list[tuple[bool, float]]:
    """Whether each passes on all its inputs, and the seconds that took; None: the items of the last time."""
    if items is not None:
        _kept[:] = [
            (item["source"], item["entry"], ast.literal_eval(item["inputs"]), ast.literal_eval(item["expected"]))
            for item in items
        ]
    return [_graded(*each) for each in _kept]


def repeated(source: str, argument: int, times: int) -> list[str]:
    """The status of `f(argument)`, which answers 0, again and again under the default time limit."""
    return [_check(source, "f", [(argument,)], [0]) for _ in range(times)]


def native_s(source: str, argument: int, times: int) -> float:
    """Seconds that `f(argument)` takes in a plain Python, the median."""
    names: dict[str, Any] = {}
    exec(source, names)
    return statistics.median(_seconds(names["f"], argument) for _ in range(times))


def _graded(source: str, entry: str, inputs: Sequence[Any], expected: Sequence[Any]) -> tuple[bool, float]:
    start = time.perf_counter()
    status = _check(source, entry, inputs, expected)
    return status == PASS, time.perf_counter() - start


def _check(source: str, entry: str, inputs: Sequence[Any], expected: Sequence[Any]) -> str:
    ref_time = [0.001] * len(inputs)
    status, _ = untrusted_check(
        "humaneval", source, inputs, entry, expected=expected, atol=0, ref_time=ref_time, fast_check=True
    )
    return str(status)


def _seconds(function: Any, argument: int) -> float:
    start = time.perf_counter()
    function(argument)
    return time.perf_counter() - start


if __name__ == "__main__":
    serve({"grade": grade, "repeated": repeated, "native_s": native_s})
