import math

import pytest

from crucibleforge.core.errors import UserError
from crucibleforge.core.grading import Check
from crucibleforge.score import case_credits, credit


def check(value: float | None, *, weight: float = 1.0, gate: bool = False) -> Check:
    return Check("c", value, "rule", weight=weight, gate=gate)


def test_credit_is_the_weighted_mean_of_the_checks() -> None:
    assert credit([check(1.0, weight=3), check(0.0), check(0.5)]) == pytest.approx(3.5 / 5)


def test_a_failed_gate_takes_all_credit() -> None:
    assert credit([check(1.0), check(0.0, gate=True)]) == 0.0


def test_a_passed_gate_counts_like_any_check() -> None:
    assert credit([check(0.0), check(1.0, gate=True)]) == 0.5


def test_an_undecided_check_leaves_the_credit_unknown() -> None:
    assert credit([check(1.0), check(None)]) is None


def test_an_undecided_check_changes_nothing_after_a_failed_gate() -> None:
    assert credit([check(None), check(0.0, gate=True)]) == 0.0


def test_no_checks_earn_nothing_and_lose_nothing() -> None:
    assert credit([]) is None


def test_the_mean_of_full_marks_is_exactly_full() -> None:
    assert credit([check(1.0, weight=0.1) for _ in range(10)]) == 1.0


@pytest.mark.parametrize("value", [math.nan, math.inf, -0.1, 1.1])
def test_a_check_with_an_impossible_credit_is_a_bug(value: float) -> None:
    with pytest.raises(ValueError, match=r"'c'.*not in \[0, 1\]"):
        credit([check(value)])


@pytest.mark.parametrize("weight", [0.0, -1.0, math.nan, math.inf])
def test_a_check_without_weight_is_a_bug(weight: float) -> None:
    with pytest.raises(ValueError, match="not above 0"):
        credit([check(1.0, weight=weight)])


def test_a_case_earns_the_mean_of_its_attempts() -> None:
    assert case_credits("m", {"q": [1.0, 0.5]}) == {"q": 0.75}


def test_a_case_is_missing_until_every_attempt_has_a_credit() -> None:
    assert case_credits("m", {"q": [1.0, None], "r": [], "s": [None]}) == {}


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1e-6, 1.000001, True, "1"])
def test_an_impossible_credit_names_model_and_case(value: float) -> None:
    with pytest.raises(UserError, match="model 'gamma', case 'FN01'") as caught:
        case_credits("gamma", {"FN01": [1.0, value]})
    assert caught.value.hint
