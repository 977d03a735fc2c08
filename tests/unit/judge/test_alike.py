import pytest

from crucibleforge.core.grading import Verdict, VerdictAnswer, Vote
from crucibleforge.judge import Judged, alike

YES, NO, UNPARSABLE = VerdictAnswer.YES, VerdictAnswer.NO, VerdictAnswer.UNPARSABLE
QUOTE = "I was never in the mill"
BARE_NO = Vote(NO, NO, raw='{"answer": "NO", "quote": ""}')
TRUE_YES = Vote(YES, YES, QUOTE, quote_valid=True, raw=f'{{"answer": "YES", "quote": "{QUOTE}"}}')
LAZY_YES = Vote(NO, YES, QUOTE, reason="the quote is not word for word", raw=TRUE_YES.raw)
REASONED = Vote(NO, NO, raw='The reply stays far too vague on this point. {"answer": "NO", "quote": ""}')
QUOTED_NO = Vote(NO, NO, QUOTE, raw=f'```json\n{{"answer": "NO", "quote": "{QUOTE}"}}\n```')
CHAT = Vote(UNPARSABLE, UNPARSABLE, reason="no verdict", raw="It is hard to say, and it depends on how one reads it.")


def judged(model: str, reply: str, *votes: Vote, question: str = "q", case: str = "RP1") -> Judged:
    return Judged(model, case, (reply,), Verdict(question, votes[0].answer, votes))


@pytest.mark.parametrize("vote", [LAZY_YES, REASONED, CHAT])
def test_same_words_about_different_answers_are_told(vote: Vote) -> None:
    (found,) = alike([judged("a", "One.", vote), judged("b", "Two.", vote), judged("c", "Three.", BARE_NO)])
    assert (found.case_id, found.question_id, found.models, found.raw) == ("RP1", "q", ("a", "b"), vote.raw)


@pytest.mark.parametrize(
    "vote", [BARE_NO, TRUE_YES, QUOTED_NO, Vote(NO, NO, raw="NO"), Vote(NO, NO, raw='NO\nQUOTE: ""')]
)
def test_what_is_rightly_the_same_is_not_told(vote: Vote) -> None:
    assert alike([judged("a", "One.", vote), judged("b", "Two.", vote)]) == ()


def test_same_quote_that_stands_in_one_answer_only_is_told() -> None:
    assert alike([judged("a", QUOTE, TRUE_YES), judged("b", "Two.", LAZY_YES)])


@pytest.mark.parametrize(
    "second",
    [
        judged("b", "One.", REASONED),
        judged("a", "Two.", REASONED),
        judged("b", "Two.", REASONED, question="other"),
        judged("b", "Two.", REASONED, case="RP2"),
    ],
    ids=["same answer", "same model", "another question", "another case"],
)
def test_same_words_elsewhere_are_no_sign(second: Judged) -> None:
    assert alike([judged("a", "One.", REASONED), second]) == ()


def test_one_vote_of_several_is_enough_and_told_once() -> None:
    (found,) = alike([judged("a", "One.", BARE_NO, REASONED), judged("b", "Two.", REASONED, REASONED)])
    assert found.models == ("a", "b")
