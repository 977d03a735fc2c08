from typing import Any

import pytest

from crucibleforge.grade._matchers import described, mismatch, missing


@pytest.mark.parametrize(
    ("matcher", "value"),
    [
        ({"equals": 40}, 40.0),
        ({"equals": 40.0}, 40),
        ({"equals": "Oslo"}, "Oslo"),
        ({"equals": True}, True),
        ({"equals": None}, None),
        ({"equals": ["a", 1]}, ["a", 1.0]),
        ({"equals": {"a": {"b": 2}}}, {"a": {"b": 2.0}}),
        ({"near": {"value": 10.1, "within": 0.1}}, 10.2),
        ({"near": {"value": 10, "within": 0}}, 10),
        ({"one_of": ["C", 5, True]}, 5.0),
        ({"pattern": "C-[0-9]+"}, "C-204"),
        ({"date": "2031-04-09"}, "April 9th, 2031"),
        ({"absent": True}, None),
    ],
)
def test_right_value_matches(matcher: dict[str, Any], value: Any) -> None:
    assert mismatch(matcher, value) == ""


@pytest.mark.parametrize(
    ("matcher", "value"),
    [
        ({"equals": 4}, "4"),
        ({"equals": 1}, True),
        ({"equals": False}, 0),
        ({"equals": "Oslo"}, "oslo"),
        ({"equals": "Oslo"}, "Oslo "),
        ({"equals": ["a"]}, ["a", "b"]),
        ({"equals": {"a": 1}}, {"a": 1, "b": 2}),
        ({"equals": None}, 0),
        ({"near": {"value": 10.1, "within": 0.1}}, 10.21),
        ({"near": {"value": 10, "within": 1}}, "10"),
        ({"near": {"value": 1, "within": 1}}, True),
        ({"one_of": ["C", 5]}, "5"),
        ({"pattern": "C-[0-9]+"}, "C-204b"),
        ({"pattern": "C-[0-9]+"}, "see C-204"),
        ({"pattern": "[0-9]+"}, 204),
        ({"date": "2031-04-09"}, "2031-04-10"),
        ({"date": "2031-04-09"}, 20310409),
        ({"absent": True}, ""),
    ],
)
def test_wrong_value_is_named_with_what_was_waited_for(matcher: dict[str, Any], value: Any) -> None:
    reason = mismatch(matcher, value)
    assert repr(value)[:80] in reason
    assert described(matcher) in reason


def test_only_an_absent_argument_may_be_missing() -> None:
    assert missing({"absent": True}) == ""
    assert "'Oslo'" in missing({"equals": "Oslo"})


def test_unknown_matcher_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="unknown matcher"):
        mismatch({"almost": 3}, 3)


@pytest.mark.parametrize(
    "text",
    [
        "2031-04-09",
        "20310409",
        "2031-W15-3",
        "2031/4/9",
        "2031.04.09",
        "2031-04-09T10:00:00Z",
        "2031-04-09T10:00+02:00",
        "2031-04-09 10:00",
        "9.4.2031",
        "9. 4. 2031",
        "09/04/2031",
        "04/09/2031",
        "4-9-31",
        "9 April 2031",
        "April 9, 2031",
        "april 9 2031",
        "Apr. 9th 2031",
        "the 9th of April, 2031",
        "Wednesday, 9 April 2031",
        "Wed 9-Apr-2031",
        "2031 April 9",
        "9 April 31",
        "April 9, 2031 at 5 p.m.",
        "9 April 2031, 17:30",
        " 9  April  2031 ",
    ],
)
def test_any_spelling_of_the_day_is_that_day(text: str) -> None:
    assert mismatch({"date": "2031-04-09"}, text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "April 9",
        "9 April",
        "April 2031",
        "Tuesday, 9 April 2031",
        "9 May 2031",
        "2031-09-04",
        "31/04/2031",
        "9-4/2031",
        "2031-04-09 or so",
        "9 April or May 2031",
        "between 8 and 9 April 2031",
        "tomorrow",
        "",
        "1931-04-09",
        "99999999999",
        "٩ April 2031",
        "9 april 2031 " * 1000,
    ],
)
def test_other_text_is_not_that_day(text: str) -> None:
    assert mismatch({"date": "2031-04-09"}, text)


def test_ambiguous_numbers_mean_both_days_and_no_third() -> None:
    assert mismatch({"date": "2031-09-04"}, "04/09/2031") == ""
    assert mismatch({"date": "2031-04-09"}, "04/09/2031") == ""
    assert mismatch({"date": "2031-04-13"}, "13/04/2031") == ""
    assert mismatch({"date": "2031-01-04"}, "13/04/2031")
