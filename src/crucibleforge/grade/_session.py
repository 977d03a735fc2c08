"""Grades a chat by its text rules; the judge's questions are not asked here."""

from __future__ import annotations

from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.grading import Check

from .rules import apply_rule

_READABLE = frozenset([Outcome.ANSWERED, Outcome.CUT_OFF])


def grade_session(case: Case, answer: Answer) -> tuple[Check, ...]:
    """One check for each rule of a `session` or `writing` case."""
    assert isinstance(case.content, SessionContent)
    replies = [_words(turn) for turn in answer.turns]
    checks = []
    for rule in case.content.rules:
        result = apply_rule(rule, replies)
        title = rule.about or rule.kind.replace("_", " ")
        checks.append(Check(rule.id, float(result.passed), "rule", title, rule.weight, rule.gate, result.evidence))
    return tuple(checks)


def _words(turn: Turn) -> str:
    """What a rule may read of a turn: nothing of one that refused or never came to its answer."""
    return turn.text if turn.outcome in _READABLE else ""
