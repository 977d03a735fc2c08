import json
from pathlib import Path

import pytest

from crucibleforge.score import MISSING, shown_names, shown_percent, shown_points, shown_share

FIELD = Path(__file__).parents[2] / "data" / "field"


@pytest.mark.parametrize(("count", "text"), [(1, "a"), (4, "a, b, c, d"), (6, "a, b, c, d and 2 more")])
def test_of_many_names_the_first_few_are_told(count: int, text: str) -> None:
    assert shown_names("abcdef"[:count]) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12.780303, "12.8"),
        (0.25, "0.3"),
        (-0.25, "-0.3"),
        (0.15, "0.2"),
        (0.05 + 0.1, "0.2"),
        (1.1499999999999999, "1.2"),
        (1.1499, "1.1"),
        (-0.04, "0.0"),
        (20, "20.0"),
        (None, MISSING),
    ],
)
def test_points_round_half_away_from_zero(value: float | None, text: str) -> None:
    assert shown_points(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.125, "0.13"), (0.756667, "0.76"), (0.999, "0.99"), (1.0, "1.00"), (0, "0.00"), (None, "–")]
)
def test_a_share_looks_full_only_when_it_is(value: float | None, text: str) -> None:
    assert shown_share(value) == text


def test_a_percentage_is_not_rounded_up_to_full() -> None:
    case = json.loads((FIELD / "B97-rounded-up-to-100.json").read_text("utf-8"))
    shown = shown_percent(case["input"]["passed"] / case["input"]["of"])
    assert shown == case["expected"]["shown"]


@pytest.mark.parametrize(("value", "text"), [(1.0, "100.0"), (0.8725, "87.3"), (0.0, "0.0"), (None, "–")])
def test_percentages(value: float | None, text: str) -> None:
    assert shown_percent(value) == text
