from __future__ import annotations

from collections.abc import Mapping

import pytest

from crucibleforge.run._order import ceiling
from crucibleforge.run._range import Range
from crucibleforge.run._sizes import Lengths
from crucibleforge.store import AnswerSize
from crucibleforge.suite import load_suite
from tests.tiny import ROOT

SUITE = load_suite(ROOT)
CEILINGS = {case.id: ceiling(case) for case in SUITE.cases.values()}
FN1, RP1, TU1 = SUITE.case("FN1"), SUITE.case("RP1"), SUITE.case("TU1")


def tokens(**completions: int) -> Mapping[str, AnswerSize]:
    return {name: AnswerSize(1, 100, completion) for name, completion in completions.items()}


def lengths(own: Mapping[str, AnswerSize], *others: Mapping[str, AnswerSize]) -> Lengths:
    return Lengths(own, others, CEILINGS)


def test_the_models_own_answer_says_most() -> None:
    found = lengths(tokens(FN1=60), tokens(FN1=10)).expected(FN1)
    assert (found.tokens_out, found.basis) == (Range(30, 60, 120), "its own earlier answer")


def test_other_models_answers_span_the_range() -> None:
    found = lengths({}, tokens(FN1=40), tokens(FN1=60), tokens(FN1=50)).expected(FN1)
    assert (found.tokens_out, found.basis) == (Range(20, 50, 120), "the answers of 3 other models")


def test_a_wordy_model_is_expected_to_stay_wordy() -> None:
    found = lengths(tokens(RP1=300), tokens(RP1=100, FN1=10)).expected(FN1)
    assert (found.tokens_out, found.basis) == (
        Range(15, 30, 60),
        "the answers of 1 other model, by the length of its own",
    )


def test_its_other_answers_say_what_part_of_a_budget_it_takes() -> None:
    half = {"RP1": AnswerSize(2, 1, CEILINGS["RP1"] // 2)}
    found = lengths(half).expected(FN1)
    assert found.basis == "its other answers"
    assert found.tokens_out.likely == pytest.approx(CEILINGS["FN1"] / 2)


def test_where_nothing_is_known_the_budget_is_the_most() -> None:
    found = lengths({}).expected(FN1)
    assert (found.tokens_out.low, found.tokens_out.high) == (0, CEILINGS["FN1"])
    assert found.basis == "the case's budget alone"


def test_no_answer_is_expected_to_be_longer_than_its_budget() -> None:
    assert lengths({}, tokens(FN1=CEILINGS["FN1"])).expected(FN1).tokens_out.high == CEILINGS["FN1"]


def test_a_case_that_is_no_more_tells_nothing() -> None:
    assert lengths(tokens(GONE=5)).expected(FN1).basis == "the case's budget alone"


def test_each_request_of_a_session_repeats_what_was_said_before() -> None:
    short, long = lengths({}, tokens(RP1=10)).expected(RP1), lengths({}).expected(RP1)
    assert short.calls == Range.exactly(2)
    assert lengths({}, {"RP1": AnswerSize(2, None, 10)}).expected(RP1).tokens_in.likely < long.tokens_in.likely


def test_a_tool_session_may_end_with_its_first_reply() -> None:
    calls = lengths({}).expected(TU1).calls
    assert (calls.low, calls.likely, calls.high) == (1, 4, 4)
