from collections.abc import Mapping
from dataclasses import replace

import pytest

from crucibleforge.core.case import Budget, Case, ProgramContent, Question, SessionContent
from crucibleforge.core.grading import Verdict, VerdictAnswer, Vote
from crucibleforge.core.stamps import Stamps
from crucibleforge.judge import verdict_checks

YES, NO, UNPARSABLE = VerdictAnswer.YES, VerdictAnswer.NO, VerdictAnswer.UNPARSABLE
GATE = Question("q-gate", "recall", "Does it name the key?", weight=2.0, gate=True)
PLAIN = Question("q-plain", "voice", "Does it sound old?")
NEVER = Question("q-never", "limit", "Does it give the code away?", expect="NO")
CASE = Case(
    id="RP01",
    slug="cellar",
    title="Cellar",
    part="roleplay",
    kind="session",
    measures="",
    budget=Budget(100),
    content=SessionContent(("Hello?",), "", (), (GATE, PLAIN, NEVER)),
    stamps=Stamps("q", "j", "c"),
)

VALID = Vote(YES, YES, "the brass key is here", quote_valid=True)
LAZY = Vote(NO, YES, "the iron key is here", reason="the quote is not word for word")
SAID_NO = Vote(NO, NO)
BROKEN = Vote(UNPARSABLE, UNPARSABLE, reason="no verdict (finish: length)")


def credits(verdicts: Mapping[str, Verdict]) -> list[float | None]:
    return [check.credit for check in verdict_checks(CASE, verdicts)]


def evidence(question: Question, *votes: Vote, answer: VerdictAnswer) -> str:
    verdicts = {question.id: Verdict(question.id, answer, votes)}
    return next(check.evidence for check in verdict_checks(CASE, verdicts) if check.id == question.id)


def test_checks_carry_what_the_question_says_in_its_order() -> None:
    checks = verdict_checks(CASE, {})
    assert [(check.id, check.title, check.weight, check.gate, check.by) for check in checks] == [
        ("q-gate", GATE.ask, 2.0, True, "judge"),
        ("q-plain", PLAIN.ask, 1.0, False, "judge"),
        ("q-never", NEVER.ask, 1.0, False, "judge"),
    ]


@pytest.mark.parametrize(
    ("answer", "vote", "expected"),
    [
        (YES, VALID, [1.0, 1.0, 0.0]),
        (NO, SAID_NO, [0.0, 0.0, 1.0]),
        (NO, LAZY, [0.0, 0.0, 1.0]),
        (UNPARSABLE, BROKEN, [None, None, None]),
    ],
)
def test_credit_is_whether_the_verdict_is_the_expected_one(
    answer: VerdictAnswer, vote: Vote, expected: list[float | None]
) -> None:
    assert credits({one.id: Verdict(one.id, answer, (vote,)) for one in (GATE, PLAIN, NEVER)}) == expected


def test_missing_verdict_is_no_credit_yet_and_not_zero() -> None:
    checks = verdict_checks(CASE, {"q-gate": Verdict("q-gate", YES, (VALID,))})
    assert [check.credit for check in checks] == [1.0, None, None]
    assert checks[1].evidence == "not judged yet"


def test_question_about_an_empty_reply_earns_nothing_even_when_no_is_right() -> None:
    assert credits({one.id: Verdict(one.id, NO, ()) for one in (GATE, PLAIN, NEVER)}) == [0.0, 0.0, 0.0]


def test_evidence_of_a_yes_is_the_quote_that_counted() -> None:
    assert evidence(GATE, LAZY, VALID, VALID, answer=YES) == "the brass key is here"


def test_evidence_of_a_failed_quote_names_it_and_the_reason() -> None:
    text = evidence(PLAIN, LAZY, answer=NO)
    assert "the iron key is here" in text
    assert "word for word" in text


def test_evidence_of_a_lost_vote_tells_the_count() -> None:
    assert "1 of 3 votes" in evidence(GATE, VALID, SAID_NO, SAID_NO, answer=NO)


def test_evidence_of_an_unreadable_verdict_tells_why() -> None:
    assert "no verdict (finish: length)" in evidence(PLAIN, BROKEN, answer=UNPARSABLE)


def test_case_without_questions_has_no_judge_checks() -> None:
    program = replace(CASE, kind="program", content=ProgramContent("", "", (), {}, ""))
    assert verdict_checks(program, {}) == ()
