"""The benchmarks of asking and of the client: they run, and measure what they say."""

from __future__ import annotations

import sys

import pytest

from benchmarks.asking.__main__ import simulated
from benchmarks.asking.measured import measure
from benchmarks.client.__main__ import BARE, OURS, race, reported
from benchmarks.client.race import Course

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads /proc")


@linux_only
def test_every_runner_gets_every_call_answered() -> None:
    course = Course(calls=20, ways=10, reply_s=0.01)
    laps = race([BARE, OURS], course, rounds=1)
    report = reported(laps, course)
    assert report.broken == []
    assert {len(row) for row in report.rows} == {len(report.columns)}
    assert all(lap.wall_s >= course.bound_s and lap.cpu_s > 0 for done in laps.values() for lap in done)


@linux_only
def test_runner_that_fails_is_named() -> None:
    course = Course(calls=3, ways=2, reply_s=0.0)
    broken = reported(
        race([BARE, type(BARE)("nobody", "no_such_side.py", BARE.python)], course, rounds=1), course
    ).broken
    assert broken == ["nobody: 0 of 3 calls answered"]


@pytest.mark.parametrize("knows_lengths", [True, False])
def test_run_of_the_asking_benchmark_says_what_it_did(knows_lengths: bool) -> None:
    makespan = measure([0.0] * 6, 2, knows_lengths=knows_lengths)
    assert (makespan.models, makespan.cases, makespan.slots) == (("able",), 6, 2)
    assert makespan.seconds >= makespan.bound_s > 0


def test_simulation_reports_every_distribution() -> None:
    report = simulated(cases=60, slots=1, seeds=1)
    assert report.broken == []
    assert {len(row) for row in report.rows} == {len(report.columns)}
