"""The benchmark of scoring runs, and its two sides draw the same thing."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.score.__main__ import Timed, measured, reported
from benchmarks.score.board import credits, profile, samples
from crucibleforge.score import score


def test_the_benchmark_scores_boards_with_earned_packs_and_reports() -> None:
    layout = profile()
    board = credits(layout, 30)
    rows = score(layout, board)
    groups = samples(layout, board, rows)["groups"]
    assert any(any(group.get("run", ())) for group in groups)
    assert sum(group.get("points", 0) for group in groups) == 20
    found = measured(5, 1, None)
    report = reported(found)
    assert report.broken == []
    assert {len(row) for row in report.rows} == {len(report.columns)}


def test_a_side_that_draws_otherwise_is_named() -> None:
    ours = Timed(1.0, 2, [1.0, 1.0])
    report = reported({"ours": [ours], "plain": [replace(ours, widths=[1.2, 1.2])]})
    assert len(report.broken) == 1
