"""The three hashes of a case's content, and the content itself as a reader would name it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, assert_never

from crucibleforge.core.case import (
    Budget,
    BughuntContent,
    Case,
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
from crucibleforge.core.stamps import Aspect, Stamps, digest

from ._suite import AskingSettings, Suite


class _Named(dict[str, Any]):
    """Parts whose names are for readers: only their values are hashed."""


def case_stamps(kind: Kind, system: str, budget: Budget, asking: AskingSettings, content: Content) -> Stamps:
    """Hashes of what is asked, what the judge is asked, and how it is graded.

    Who is asked, who judges and which grader's version it is are added where they are known.

    Args:
        asking: how every model is asked, unless its entry says otherwise.
    """
    asked, judged, checked = _split(content)
    return Stamps(
        question=digest([kind, system, budget, asking, _hashed(asked)]),
        judge=digest(_hashed(judged)),
        check=digest(_hashed(checked)),
    )


def stamped_content(suite: Suite, case: Case) -> dict[Aspect, dict[str, Any]]:
    """What each stamp of a case was made of, by name, as plain JSON data."""
    asked, judged, checked = _split(case.content)
    question = {
        "kind": case.kind,
        "system": case.system,
        "budget": case.budget,
        **asdict(suite.asking),
        **asked,
    }
    return {"question": _plain(question), "judge": _plain(judged), "check": _plain(checked)}


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=_document))


def _document(value: Any) -> dict[str, Any]:
    if not isinstance(value, Rule):
        return asdict(value)
    rest = {"scope": value.scope, "turns": value.turns, "weight": value.weight, "gate": value.gate}
    return {"id": value.id, value.kind: value.params, **rest}


def _hashed(value: Any) -> Any:
    if isinstance(value, _Named):
        values = [_hashed(each) for each in value.values()]
        return values[0] if len(values) == 1 else values
    return [_hashed(each) for each in value] if isinstance(value, list) else value


def _split(content: Content) -> tuple[_Named, _Named, _Named]:
    """What belongs to the question, to the judge and to the checks."""
    match content:
        case ProgramContent():
            checked = _Named(
                groups=content.groups,
                limits=content.limits,
                needs=content.needs,
                complexity=content.complexity,
                tuples_are_lists=content.tuples_are_lists,
            )
            return _Named(prompt=content.prompt, tests=content.tests), _Named(), checked
        case PredictContent():
            return _Named(prompt=content.prompt, program=content.program), _Named(), _Named()
        case BughuntContent():
            asked = _Named(prompt=content.prompt, program=content.program, tests=content.tests)
            checked = _Named(bugs=content.bugs, decoys=content.decoys, groups=content.groups, limits=content.limits)
            return asked, _Named(), checked
        case ToolsContent():
            asked = _Named(tools=content.tools, script=_script(content.steps))
            return asked, _Named(), _Named(steps=_expectations(content.steps))
        case SessionContent():
            judged = _Named(canon=content.canon, questions=content.questions)
            return _Named(turns=content.turns), judged, _Named(rules=_bare(content.rules))
        case _:
            assert_never(content)


def _script(steps: Sequence[UserStep | ExpectStep]) -> list[Any]:
    """The part of the steps that the model meets: the user's words and the tools' results."""
    return [
        step.text if isinstance(step, UserStep) else [step.wrong, [[call.tool, call.result] for call in step.calls]]
        for step in steps
    ]


def _expectations(steps: Sequence[UserStep | ExpectStep]) -> list[_Named]:
    """The part of the steps that decides credit."""
    return [
        _Named(
            id=step.id,
            calls=[_Named(tool=call.tool, args=call.args) for call in step.calls],
            reply=_bare(step.reply),
            needs=step.needs,
            forbid=step.forbid,
            weight=step.weight,
            gate=step.gate,
        )
        for step in steps
        if isinstance(step, ExpectStep)
    ]


def _bare(rules: Sequence[Rule]) -> list[Rule]:
    """The rules without their descriptions."""
    return [replace(rule, about="") for rule in rules]
