"""Verdicts as checks of a grade."""

from __future__ import annotations

from collections.abc import Mapping

from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.grading import Check, Verdict, VerdictAnswer


def verdict_checks(case: Case, verdicts: Mapping[str, Verdict]) -> tuple[Check, ...]:
    """One check a question, in the case's order; credit None where a verdict is missing or could not be read."""
    if not isinstance(case.content, SessionContent):
        return ()
    return tuple(_check(question, verdicts.get(question.id)) for question in case.content.questions)


def _check(question: Question, verdict: Verdict | None) -> Check:
    credit, evidence = _credit(question, verdict)
    return Check(
        id=question.id,
        credit=credit,
        by="judge",
        title=question.ask,
        weight=question.weight,
        gate=question.gate,
        evidence=evidence,
    )


def _credit(question: Question, verdict: Verdict | None) -> tuple[float | None, str]:
    if verdict is None:
        return None, "not judged yet"
    if not verdict.votes:
        return 0.0, "there is no reply to judge"
    if verdict.answer is VerdictAnswer.UNPARSABLE:
        return None, f"the judge gave no verdict that can be read: {verdict.votes[-1].reason}"
    return float(verdict.answer == question.expect), _evidence(verdict)


def _evidence(verdict: Verdict) -> str:
    """The words that proved a YES, or why there was none."""
    if verdict.answer is VerdictAnswer.YES:
        return next(vote.quote for vote in verdict.votes if vote.answer is VerdictAnswer.YES)
    lazy = next((vote for vote in verdict.votes if vote.said is VerdictAnswer.YES and not vote.quote_valid), None)
    tally = _tally(verdict)
    if lazy is None:
        return f"the judge said NO{tally}"
    return f"the judge said YES{tally}, but {lazy.reason}: {lazy.quote!r}"


def _tally(verdict: Verdict) -> str:
    if len(verdict.votes) == 1:
        return ""
    yes = sum(vote.answer is VerdictAnswer.YES for vote in verdict.votes)
    return f" ({yes} of {len(verdict.votes)} votes are a valid YES)"
