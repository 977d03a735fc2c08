"""The three hashes of a case's content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

from crucibleforge.core.case import (
    Budget,
    BughuntContent,
    Content,
    ExpectStep,
    Kind,
    PredictContent,
    ProgramContent,
    Rule,
    SessionContent,
    ToolsContent,
    UserStep,
)
from crucibleforge.core.stamps import Stamps, digest


def case_stamps(kind: Kind, system: str, budget: Budget, temperature: float, content: Content) -> Stamps:
    """Hashes of what is asked, what the judge is asked, and how it is graded.

    Who is asked, who judges and which grader's version it is are added where they are known.

    Args:
        temperature: at which every model is asked, unless its entry says otherwise.
    """
    asked, judged, checked = _split(content)
    return Stamps(
        question=digest([kind, system, budget, temperature, asked]),
        judge=digest(judged),
        check=digest(checked),
    )


def _split(content: Content) -> tuple[Any, Any, Any]:
    """What belongs to the question, to the judge and to the checks."""
    match content:
        case ProgramContent():
            return (
                [content.prompt, content.tests],
                [],
                [content.groups, content.limits, content.needs, content.complexity, content.tuples_are_lists],
            )
        case PredictContent():
            return [content.prompt, content.program], [], []
        case BughuntContent():
            asked = [content.prompt, content.program, content.tests]
            return asked, [], [content.bugs, content.decoys, content.groups, content.limits]
        case ToolsContent():
            return [content.tools, _script(content.steps)], [], _expectations(content.steps)
        case SessionContent():
            return content.turns, [content.canon, content.questions], _bare(content.rules)
        case _:
            assert_never(content)


def _script(steps: Sequence[UserStep | ExpectStep]) -> list[Any]:
    """The part of the steps that the model meets: the user's words and the tools' results."""
    return [
        step.text if isinstance(step, UserStep) else [step.wrong, [[call.tool, call.result] for call in step.calls]]
        for step in steps
    ]


def _expectations(steps: Sequence[UserStep | ExpectStep]) -> list[Any]:
    """The part of the steps that decides credit."""
    return [
        [
            step.id,
            [[call.tool, call.args] for call in step.calls],
            _bare(step.reply),
            step.needs,
            step.forbid,
            step.weight,
            step.gate,
        ]
        for step in steps
        if isinstance(step, ExpectStep)
    ]


def _bare(rules: Sequence[Rule]) -> list[Rule]:
    """The rules without their descriptions."""
    return [replace(rule, about="") for rule in rules]
