"""The benchmark of grading again runs, and looks at what it graded."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.regrade.__main__ import Timed, measured, reported


def test_the_benchmark_grades_all_answers_again_and_reports() -> None:
    found = measured("CW01", 4, 1, None)
    (ours,) = found["ours"]
    assert (ours.answers, found["whole"][0].passed) == (4, ours.passed)
    report = reported("CW01", found)
    assert report.broken == []
    assert {len(row) for row in report.rows} == {len(report.columns)}


def test_another_opinion_of_the_rule_is_told() -> None:
    ours = Timed(1.0, 2, 1)
    report = reported("CW01", {"ours": [ours], "inspect": [replace(ours, passed=2)]})
    assert len(report.broken) == 1
