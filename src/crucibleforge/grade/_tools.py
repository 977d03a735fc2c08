"""Grades a conversation with tools: one check for each expect step."""

from __future__ import annotations

from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Answer
from crucibleforge.core.grading import Check

from ._script import tool_script


def grade_tools(case: Case, answer: Answer) -> tuple[Check, ...]:
    """The steps' checks. Evidence names the call that came and the one waited for, and what was mended in reading."""
    return tuple(
        Check(
            id=result.step.id,
            credit=float(result.passed),
            by="step",
            title=result.step.about,
            weight=result.step.weight,
            gate=result.step.gate,
            evidence=result.evidence,
        )
        for result in tool_script(case).results(answer.turns)
    )
