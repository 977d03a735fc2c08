from __future__ import annotations

from math import comb

import pytest

from crucibleforge.score import Proportion


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # the examples of Newcombe, Statistics in Medicine 17 (1998), method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_wilsons(count: int, of: int, low: float, high: float) -> None:
    assert Proportion(count, of).interval == pytest.approx((low, high), abs=5e-5)
    assert Proportion(of - count, of).interval == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_of_nothing_there_is_no_rate() -> None:
    assert (Proportion(0, 0).rate, Proportion(0, 0).interval) == (None, None)


def test_extremes_stay_within_zero_and_one() -> None:
    none, all_of_them = Proportion(0, 3).interval, Proportion(3, 3).interval
    assert none is not None
    assert all_of_them is not None
    assert (none[0], all_of_them[1]) == (0.0, 1.0)


@pytest.mark.parametrize("of", [9, 36, 78])
def test_the_interval_holds_about_nineteen_times_in_twenty(of: int) -> None:
    intervals = [Proportion(count, of).interval for count in range(of + 1)]
    coverage = []
    for rate in (step / 50 for step in range(1, 50)):
        held = [k for k, found in enumerate(intervals) if found is not None and found[0] <= rate <= found[1]]
        coverage.append(sum(comb(of, k) * rate**k * (1 - rate) ** (of - k) for k in held))
    assert 0.94 < sum(coverage) / len(coverage) < 0.97
