from __future__ import annotations

import pytest

from benchmarks.asking.simulation import DISTRIBUTIONS, drawn, guessed, simulate
from crucibleforge.run import Makespan, lower_bound_s


def test_bound_is_the_longest_conversation_or_all_of_them_spread_over_the_slots() -> None:
    assert lower_bound_s([9, 1, 1], 4) == 9
    assert lower_bound_s([3, 3, 3, 3], 2) == 6
    assert lower_bound_s([], 2) == 0


def test_report_says_how_long_it_took_and_how_long_it_had_to() -> None:
    words = str(Makespan(("able", "baker"), 40, 61.23, 60.0, 8))
    assert words == "40 cases of able, baker asked in 61.2 s; with 8 at a time no order takes less than 60.0 s"


@pytest.mark.parametrize("slots", [1, 4, 8, 16])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
@pytest.mark.parametrize("cases", [160, 480])
def test_longest_first_comes_within_three_percent_of_the_bound(name: str, cases: int, slots: int) -> None:
    lengths = drawn(name, cases, seed=cases + slots)
    assert simulate(lengths, lengths, slots).ratio <= 1.03


@pytest.mark.parametrize("name", [name for name in DISTRIBUTIONS if name != "all alike"])
def test_lengths_guessed_from_other_models_do_nearly_as_well_and_better_than_no_order(name: str) -> None:
    drawings = [drawn(name, 240, seed) for seed in range(8)]
    wise = [simulate(lengths, guessed(lengths, 0.3, 1), 8).ratio for lengths in drawings]
    blind = [simulate(lengths, [1.0] * len(lengths), 8).ratio for lengths in drawings]
    assert max(wise) <= 1.03
    assert sum(wise) < sum(blind)
