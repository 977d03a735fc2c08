"""Grades a chat again after some of its rules were edited, by these alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.grading import Grade

from ._session import grade_session


def regrade(case: Case, turns: Sequence[Turn], known: Grade, standing: Collection[str]) -> Grade:
    """What `grade` gives, made from a grade that this version of the grader gave the same answer by other rules.

    Args:
        turns: need their text and outcome alone.
        standing: ids of the rules that are now as they were then; their checks are carried over.
    """
    if known.outcome is not Outcome.ANSWERED:
        return known  # no answer, whatever the rules
    earlier = {check.id: check for check in known.checks}
    silent = [earlier["answered"]] if "answered" in earlier else []
    carried = {name: earlier[name] for name in standing}
    return Grade(case.id, Outcome.ANSWERED, (*silent, *grade_session(case, turns, carried)))
