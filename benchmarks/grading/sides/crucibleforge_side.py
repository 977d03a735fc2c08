"""CrucibleForge as a grader process; argument: the cache folder, if not the usual one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.grading.sides.lines import serve
from crucibleforge.grade import run_groups
from crucibleforge.sandbox import GroupResult, Sandbox, Solution


def main() -> None:
    """Serves until the input ends."""
    cache = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with Sandbox(cache_dir=cache) as sandbox:
        serve(_operations(sandbox))


def _operations(sandbox: Sandbox) -> dict[str, Callable[..., Any]]:
    kept: list[tuple[str, str]] = []

    def grade(items: Sequence[Mapping[str, str]] | None) -> list[tuple[bool, float]]:
        """Whether each passes its group `all`, and the seconds that took; None: the items of the last time."""
        if items is not None:
            kept[:] = [(item["source"], item["tests"]) for item in items]
        return [_graded(sandbox, source, tests) for source, tests in kept]

    def limited(source: str, argument: int, fuel: int, times: int) -> list[tuple[bool, str, int]]:
        """Passed, how it ended and fuel, of `f(argument)` under a limit."""
        results = [sandbox.run_group(source, _calls_f(argument), fuel=fuel) for _ in range(times)]
        return [_told(result) for result in results]

    return {"grade": grade, "limited": limited}


def _graded(sandbox: Sandbox, source: str, tests: str) -> tuple[bool, float]:
    start = time.perf_counter()
    (check,) = run_groups(sandbox, source, tests, ["all"], {}, {})
    return check.credit == 1, time.perf_counter() - start


def _calls_f(argument: int) -> Callable[[Solution], None]:
    def test(solution: Solution) -> None:
        assert isinstance(solution.f(argument), int)

    return test


def _told(result: GroupResult) -> tuple[bool, str, int]:
    return result.passed, result.ended, result.fuel


if __name__ == "__main__":
    main()
