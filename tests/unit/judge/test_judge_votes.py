from itertools import permutations

import pytest

from crucibleforge.core.conversation import Usage
from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.judge._reply import Said
from crucibleforge.judge._votes import decide, vote

YES, NO, UNPARSABLE = VerdictAnswer.YES, VerdictAnswer.NO, VerdictAnswer.UNPARSABLE
BILLED = Usage(100, 20, 90)


@pytest.mark.parametrize(
    ("votes", "verdict"),
    [
        ([YES], YES),
        ([NO], NO),
        ([UNPARSABLE], UNPARSABLE),
        ([YES, YES, YES], YES),
        ([YES, YES, NO], YES),
        ([YES, NO, NO], NO),
        ([NO, NO, NO], NO),
        ([YES, YES, UNPARSABLE], YES),
        ([YES, NO, UNPARSABLE], NO),
        ([NO, NO, UNPARSABLE], NO),
        ([YES, UNPARSABLE, UNPARSABLE], UNPARSABLE),
        ([NO, UNPARSABLE, UNPARSABLE], UNPARSABLE),
        ([UNPARSABLE] * 3, UNPARSABLE),
        ([YES, YES], YES),
        ([YES, NO], NO),
        ([YES, YES, YES, NO, NO], YES),
        ([YES, YES, NO, UNPARSABLE, UNPARSABLE], YES),
        ([YES, YES, NO, NO, UNPARSABLE], NO),
        ([], UNPARSABLE),
    ],
)
def test_majority_of_readable_votes_decides_in_any_order(votes: list[VerdictAnswer], verdict: VerdictAnswer) -> None:
    assert {decide(order) for order in permutations(votes)} == {verdict}


def test_yes_with_a_quote_from_the_reply_stays_yes_and_knows_its_place() -> None:
    texts = ["Not here.", "I have hidden the brass key."]
    found = vote(Said(YES, "hidden the brass key"), BILLED, texts, [2, 5], raw="raw")
    assert (found.answer, found.said, found.quote_valid, found.turn) == (YES, YES, True, 5)
    assert texts[1][found.start : found.end] == "hidden the brass key"
    assert (found.prompt_tokens, found.completion_tokens, found.cached_tokens, found.raw) == (100, 20, 90, "raw")


def test_yes_with_a_failed_quote_becomes_no_and_keeps_the_quote() -> None:
    found = vote(Said(YES, "hidden the iron key"), BILLED, ["I have hidden the brass key."], [1], raw="raw")
    assert (found.answer, found.said, found.quote, found.quote_valid) == (NO, YES, "hidden the iron key", False)
    assert "word for word" in found.reason


def test_yes_without_a_quote_becomes_no() -> None:
    found = vote(Said(YES), BILLED, ["I have hidden the brass key."], [1], raw="raw")
    assert (found.answer, found.said, found.reason) == (NO, YES, "no quote")


def test_no_needs_no_quote_and_gives_no_reason() -> None:
    found = vote(Said(NO, "not in there at all"), BILLED, ["I have hidden the brass key."], [1], raw="raw")
    assert (found.answer, found.said, found.quote_valid, found.reason) == (NO, NO, False, "")


def test_unreadable_reply_is_no_vote_for_either_side() -> None:
    found = vote(Said(UNPARSABLE, reason="no verdict"), BILLED, ["I have hidden it."], [1], raw="Hm.")
    assert (found.answer, found.said, found.reason, found.raw) == (UNPARSABLE, UNPARSABLE, "no verdict", "Hm.")
