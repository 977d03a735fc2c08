import math

import pytest

from crucibleforge.core.profile import Pack, Part, Profile, Section
from crucibleforge.score import CasePair, Difference, compare
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


def test_cases_stand_side_by_side_with_what_they_add() -> None:
    found = compare(
        one_part("a", "b", "c"), {"a": [1.0], "b": [1.0, 0.0], "c": [0.5]}, {"a": [0.7], "b": [1], "c": [0.5]}
    )
    assert [(pair.case_id, pair.part, pair.a, pair.b) for pair in found.cases] == [
        ("a", "p", 1.0, 0.7),
        ("b", "p", 0.5, 1.0),
        ("c", "p", 0.5, 0.5),
    ]
    assert [pair.points for pair in found.cases] == pytest.approx([1.0, -5 / 3, 0.0])
    assert [pair.case_id for pair in found.deciding] == ["b", "a"]


def test_a_case_of_an_unfinished_part_decides_nothing() -> None:
    found = compare(one_part("a", "b"), {"a": [1.0], "b": [1.0]}, {"a": [0.25]})
    assert found.cases == (CasePair("a", "p", 1.0, 0.25, None), CasePair("b", "p", 1.0, None, None))
    assert found.deciding == ()


def test_a_pack_that_only_one_has_earned_is_worth_all_its_points() -> None:
    profile = one_part("a", points=4, packs=(Pack("P", 1, ("q", "r")), Pack("Q", 1, ("s",))))
    earned = {"a": [1.0], "q": [1.0], "r": [0.5]}
    found = compare(profile, earned, {**earned, "a": [0.5]})
    assert found.cases == (
        CasePair("a", "p", 1.0, 0.5, 2.0),
        CasePair("q", "p", 1.0, None, 0.5),
        CasePair("r", "p", 0.5, None, 0.25),
    )
    assert total(profile, earned, {**earned, "a": [0.5]}).points == 2.75


def total(profile: Profile, a: dict[str, list[float]], b: dict[str, list[float]]) -> Difference:
    found = compare(profile, a, b).total
    assert found is not None
    return found


def credits(*values: float) -> dict[str, list[float]]:
    return {str(number): [value] for number, value in enumerate(values)}


def level(*values: float) -> dict[str, list[float]]:
    return credits(*[0.5] * len(values))


def ten(*values: float) -> Difference:
    """Ten points, and A ahead by these shares of a case."""
    names = [str(number) for number in range(len(values))]
    return total(one_part(*names), credits(*(0.5 + value for value in values)), level(*values))


def test_the_number_of_cases_that_is_missing_follows_from_the_spread_of_the_differences() -> None:
    gaps = (0.5, -0.5, 0.5, -0.2, 0.3, -0.1)
    found = ten(*gaps)
    mean = math.fsum(gaps) / 6
    error = 10 * math.sqrt(math.fsum((gap - mean) ** 2 for gap in gaps) / 5 / 6)
    assert found.leader is None
    assert found.detectable == pytest.approx((1.6449 + 0.8416) * error, rel=0.05)
    assert found.more_cases == pytest.approx(6 * ((2.4865 * error / (10 * mean)) ** 2 - 1), rel=0.1)


def test_a_smaller_spread_needs_fewer_cases() -> None:
    wide, narrow = ten(0.5, -0.45, 0.1, -0.1), ten(0.25, -0.2, 0.1, -0.1)
    assert wide.points == pytest.approx(narrow.points)
    assert wide.more_cases is not None
    assert narrow.more_cases is not None
    assert wide.more_cases > narrow.more_cases > 0


def test_no_number_of_cases_separates_what_is_level() -> None:
    found = ten(0.3, -0.3)
    assert (found.points, found.leader, found.more_cases) == (0.0, None, None)
    assert found.detectable is not None
    assert found.detectable > 0


def test_separable_models_need_no_more_cases() -> None:
    ahead, behind = ten(0.3, 0.2, 0.4), ten(-0.3, -0.2, -0.4)
    assert (ahead.leader, behind.leader) == ("A", "B")
    assert (ahead.more_cases, behind.more_cases) == (None, None)


def test_a_part_of_one_case_shows_no_spread_so_nothing_is_said_of_more() -> None:
    parts = (Part("p", "P", 5, ("a", "b")), Part("q", "Q", 5, ("c",)))
    found = compare(
        Profile((Section("s", "S", parts),)), {"a": [1], "b": [0], "c": [0.5]}, {"a": [0], "b": [0.9], "c": [0.5]}
    )
    assert found.total is not None
    assert (found.total.leader, found.total.detectable, found.total.more_cases) == (None, None, None)
    assert found.parts["p"].more_cases is not None


def test_the_total_rests_on_counted_sections_alone() -> None:
    adult = Section("adult", "Adult", (Part("x", "X", 10, ("x1", "x2")),), counted=False)
    profile = Profile((*one_part("0", "1").sections, adult))
    found = compare(profile, {**credits(1, 0), "x1": [1], "x2": [1]}, {**credits(1, 0), "x1": [0], "x2": [0]})
    assert found.total is not None
    assert (found.total.points, found.total.cases, found.sections["adult"].points) == (0.0, 2, 10.0)
