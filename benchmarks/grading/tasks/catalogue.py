"""All tasks, and what a grader is handed of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import dicts, lists, numbers, strings
from .task import Task

TASKS: tuple[Task, ...] = (*strings.TASKS, *lists.TASKS, *dicts.TASKS, *numbers.TASKS)

Item = dict[str, Any]


def solutions() -> Iterator[tuple[Task, str, bool]]:
    """Every task's right and wrong solution, each with whether it is right."""
    for task in TASKS:
        yield task, task.right, True
        yield task, task.wrong, False


def loop_items() -> list[Item]:
    """For CrucibleForge: each solution with asserts in a loop."""
    return [{"source": source, "tests": task.loop_tests} for task, source, _ in solutions()]


def written_items() -> list[Item]:
    """For CrucibleForge: each solution with asserts spelt out."""
    return [{"source": source, "tests": task.written_tests} for task, source, _ in solutions()]


def peer_items() -> list[Item]:
    """For EvalPlus: each solution with inputs and expected values, as Python literals."""
    return [
        {"source": source, "entry": task.entry, "inputs": repr(task.inputs), "expected": repr(task.expected)}
        for task, source, _ in solutions()
    ]
