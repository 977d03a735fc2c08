import pytest

from crucibleforge.score import CasePair, compare
from tests.unit.score.profiles import code_and_chat, one_part


def test_a_model_compared_with_itself_is_even() -> None:
    credits = {"a": [0.3], "b": [0.9]}
    total = compare(one_part("a", "b"), credits, credits).total
    assert total is not None
    assert (total.points, total.low, total.high, total.odds) == (0.0, 0.0, 0.0, 0.5)


def test_a_constant_lead_is_certain_however_wide_the_margins() -> None:
    total = compare(one_part("a", "b"), {"a": [0.1], "b": [1.0]}, {"a": [0.0], "b": [0.9]}).total
    assert total is not None
    assert total.points == pytest.approx(1.0)
    assert [total.low, total.high] == pytest.approx([1.0, 1.0])
    assert total.odds == 1.0


def test_opposite_strengths_leave_the_odds_open() -> None:
    total = compare(one_part("a", "b"), {"a": [1.0], "b": [0.0]}, {"a": [0.0], "b": [1.0]}).total
    assert total is not None
    assert (total.points, total.low, total.high) == (0.0, -10.0, 10.0)
    assert total.odds == pytest.approx(0.5, abs=0.05)


def test_only_what_both_models_finished_is_compared() -> None:
    whole = {"c1": [1.0], "c2": [1.0], "h1": [1.0], "h2": [1.0]}
    found = compare(code_and_chat(), whole, {"c1": [0.5], "c2": [0.5], "h1": [1.0]})
    assert found.total is None
    assert set(found.sections) == {"code"}
    assert set(found.parts) == {"c"}
    assert found.parts["c"].points == 5.0


def test_cases_stand_side_by_side() -> None:
    found = compare(one_part("a", "b"), {"a": [1.0], "b": [1.0, 0.0]}, {"a": [0.25]})
    assert found.cases == (CasePair("a", 1.0, 0.25), CasePair("b", 0.5, None))
