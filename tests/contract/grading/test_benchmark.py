"""The grading benchmark: its solutions are what they claim to be, and each part runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from benchmarks.grading.parts.order import PARTS
from benchmarks.grading.setting import tiny
from benchmarks.grading.tasks.catalogue import TASKS
from benchmarks.grading.tasks.task import INPUTS, Task
from crucibleforge.grade import run_groups
from crucibleforge.sandbox import Sandbox

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads /proc")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as shared:
        yield shared


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.entry)
def test_in_both_forms_the_right_solution_passes_and_the_wrong_one_fails(task: Task, sandbox: Sandbox) -> None:
    for tests in (task.loop_tests, task.written_tests):
        found = [run_groups(sandbox, source, tests, ["all"], {}, {})[0] for source in (task.right, task.wrong)]
        assert [check.credit for check in found] == [1, 0]
        assert "expected" in found[1].evidence


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.entry)
def test_a_task_has_fifty_inputs_and_their_answers_differ(task: Task) -> None:
    assert len(task.inputs) == len(task.expected) == INPUTS
    assert len({repr(value) for value in task.expected}) > 1


@linux_only
@pytest.mark.parametrize("part", PARTS)
def test_a_part_runs_and_nothing_that_should_hold_is_broken(part: str) -> None:
    report = PARTS[part](tiny())
    assert report.rows
    assert {len(row) for row in report.rows} == {len(report.columns)}
    assert report.broken == []
