import pytest

from crucibleforge.core.profile import Part, Profile, Section
from crucibleforge.score import pass_hat, spread
from tests.unit.score.profiles import code_and_chat, one_part

SURE = 1.6448536


def test_no_spread_without_a_second_attempt() -> None:
    assert spread(one_part("a", "b"), {"a": [1.0], "b": [0.0]}) is None
    assert spread(one_part("a"), {}) is None


def test_the_spread_is_that_of_the_cases_by_their_points() -> None:
    part = Part("p", "P", 6, ("a", "b"), weights={"a": 2})
    found = spread(Profile((Section("s", "S", (part,)),)), {"a": [1.0, 0.5, 0.0], "b": [0.5, 0.5, 0.5]})
    assert found is not None
    assert found.total == pytest.approx(SURE * 4 * 0.5)
    assert (found.sections, found.parts) == ({"s": found.total}, {"p": found.total})
    assert found.attempts == 3
    assert found.totals == pytest.approx((5.0, 3.0, 1.0))


def test_attempts_that_agree_have_no_spread() -> None:
    found = spread(one_part("a", "b"), {"a": [0.3] * 5, "b": [0.7] * 5})
    assert found is not None
    assert (found.total, found.totals) == (0.0, (5.0,) * 5)


def test_spreads_of_sections_add_up_as_variances() -> None:
    found = spread(code_and_chat(), {"c1": [0.6, 0], "c2": [0, 0], "h1": [0.8, 0], "h2": [1, 1]})
    assert found is not None
    code, chat = SURE * 5 * (0.6**2 / 2) ** 0.5, SURE * 5 * (0.8**2 / 2) ** 0.5
    assert found.sections == pytest.approx({"code": code, "chat": chat})
    assert found.total == pytest.approx((code**2 + chat**2) ** 0.5)


def test_a_case_credited_once_hides_the_spread_that_it_belongs_to() -> None:
    found = spread(code_and_chat(), {"c1": [1, 0], "c2": [1, 1], "h1": [1, 0], "h2": [1]})
    assert found is not None
    assert (found.total, found.sections["chat"]) == (None, None)
    assert found.sections["code"] is not None
    assert (found.attempts, found.totals) == (1, (20.0,))


def test_a_section_that_never_counts_moves_nothing() -> None:
    adult = Section("adult", "Adult", (Part("x", "X", 10, ("x",)),), counted=False)
    found = spread(Profile((*one_part("a").sections, adult)), {"a": [0.5, 0.5], "x": [0, 1]})
    assert found is not None
    assert (found.total, found.totals) == (0.0, (5.0, 5.0))
    assert found.sections["adult"] == pytest.approx(SURE * 10 * 0.5**0.5)


def test_pass_hat_counts_the_cases_that_never_fail() -> None:
    assert pass_hat([[1, 1], [1, 0.99], [0, 0], [1, 1]]) == (0.625, 0.5)


def test_pass_hat_has_no_bias_where_more_attempts_were_made_than_asked_for() -> None:
    one, two, three = pass_hat([[1, 1, 0], [1, 1, 1]])
    assert (one, two, three) == pytest.approx(((2 / 3 + 1) / 2, (1 / 3 + 1) / 2, 1 / 2))


@pytest.mark.parametrize("attempts", [[], [[]], [[1.0], []]])
def test_nothing_is_said_of_cases_without_credit(attempts: list[list[float]]) -> None:
    assert pass_hat(attempts) == ()
