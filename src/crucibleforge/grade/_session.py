"""Grades a chat by its text rules; the judge's questions are not asked here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from crucibleforge.core.case import Case, Rule, SessionContent
from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.grading import Check

from .rules import apply_rule

_READABLE = frozenset([Outcome.ANSWERED, Outcome.CUT_OFF])


def grade_session(
    case: Case, turns: Sequence[Turn], known: Mapping[str, Check] = MappingProxyType({})
) -> tuple[Check, ...]:
    """One check for each rule of a `session` or `writing` case.

    Args:
        known: checks that need not be made again, by rule id.
    """
    assert isinstance(case.content, SessionContent)
    replies = [_words(turn) for turn in turns]
    return tuple(
        _called(known[rule.id], _title(rule)) if rule.id in known else _check(rule, replies)
        for rule in case.content.rules
    )


def _called(check: Check, title: str) -> Check:
    return check if check.title == title else replace(check, title=title)


def _check(rule: Rule, replies: Sequence[str]) -> Check:
    result = apply_rule(rule, replies)
    return Check(rule.id, float(result.passed), "rule", _title(rule), rule.weight, rule.gate, result.evidence)


def _title(rule: Rule) -> str:
    return rule.about or rule.kind.replace("_", " ")


def _words(turn: Turn) -> str:
    """What a rule may read of a turn: nothing of one that refused or never came to its answer."""
    return turn.text if turn.outcome in _READABLE else ""
