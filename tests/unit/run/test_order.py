from __future__ import annotations

from pathlib import Path

import pytest

from crucibleforge.run import ceiling, expected_lengths, longest_first
from crucibleforge.suite import load_suite


def test_longest_goes_first_and_equal_ones_keep_their_order() -> None:
    assert longest_first(["a", "b", "c", "d"], [1, 3, 1, 2]) == ["b", "d", "a", "c"]


def test_without_answers_the_budget_decides() -> None:
    assert expected_lengths({"short": 100, "long": 300}, []) == {"short": 0.5, "long": 1.5}


def test_other_models_answers_outweigh_the_budget() -> None:
    found = expected_lengths({"a": 1000, "b": 100}, [{"a": 10, "b": 90}])
    assert found["b"] > found["a"]


def test_each_model_counts_on_its_own_scale() -> None:
    terse, wordy = {"a": 10, "b": 30}, {"a": 1000, "b": 3000}
    assert expected_lengths({"a": 1, "b": 1}, [terse, wordy]) == {"a": 0.5, "b": 1.5}


def test_one_model_that_rambled_once_decides_nothing() -> None:
    usual = {"a": 10, "b": 30}
    found = expected_lengths({"a": 1, "b": 1}, [usual, {"a": 300, "b": 10}, usual])
    assert found == {"a": 0.5, "b": 1.5}


def test_case_that_nobody_answered_is_judged_by_its_budget_among_measured_ones() -> None:
    found = expected_lengths({"a": 100, "b": 100, "new": 400}, [{"a": 10, "b": 30}])
    assert found == {"a": 0.5, "b": 1.5, "new": 2.0}


def test_model_whose_server_counted_no_tokens_is_no_help_and_no_harm() -> None:
    assert expected_lengths({"a": 1}, [{}, {"a": 7}]) == {"a": 1.0}


@pytest.mark.parametrize(("case_id", "replies"), [("FN1", 1), ("RP1", 2), ("TU1", 4)])
def test_ceiling_counts_every_reply_of_a_conversation(tiny_root: Path, case_id: str, replies: int) -> None:
    case = load_suite(tiny_root).case(case_id)
    assert ceiling(case) == replies * case.budget.max_tokens
