"""Hands an answer to the grader of its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from crucibleforge.core.case import BughuntContent, Case, Kind, PredictContent, ProgramContent
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.errors import SandboxUnavailable
from crucibleforge.core.grading import Check, Grade
from crucibleforge.sandbox import BACKENDS, Backend, Sandbox, runner_id
from crucibleforge.suite import Suite

from ._answered import LONGEST_REPLY, empty_turns, failed, unanswered, was_cut
from ._bughunt import fixes_in, grade_bughunt
from ._predict import grade_prediction, prediction_in
from ._program import grade_program, program_in
from ._session import grade_session
from ._tools import grade_tools

_VERSIONS: dict[Kind, int] = {"program": 2, "predict": 1, "bughunt": 2, "tools": 1, "session": 1, "writing": 1}
"""Raised whenever the grader of a kind would grade any stored answer differently."""

_FORMS: dict[Kind, str] = {
    "program": "no program in the reply",
    "predict": "nothing in the reply is set apart as the program's output",
    "bughunt": "the reply mends no line of the program",
}


@dataclass(frozen=True, slots=True)
class _Work:
    """What a reply hands over, ready to be graded."""

    checks: Callable[[Sandbox], tuple[Check, ...]]
    is_set_apart: bool = True
    """It has the form that was asked for, so that it is no refusal, whatever words stand before it."""


def runs_code(kind: Kind) -> bool:
    """Whether answers of a kind are run to be graded."""
    return kind in ("program", "predict", "bughunt")


def grader_version(kind: Kind, backend: Backend = "wasm") -> str:
    """The version of what grades a kind: its code and, where an answer is run, what runs it."""
    version = str(_VERSIONS[kind])
    return f"{version} {runner_id(backend)}" if runs_code(kind) else version


def grader_versions(suite: Suite, kind: Kind) -> Mapping[Backend, str]:
    """The versions whose grades count on a suite, by backend, the default one first; on a release those of its day."""
    if suite.release is None:
        return {backend: grader_version(kind, backend) for backend in BACKENDS}
    pinned = suite.release.graders[kind]
    return {backend: pinned[backend] for backend in BACKENDS if backend in pinned}


def grade(case: Case, answer: Answer, *, sandbox: Sandbox | None) -> Grade:
    """All checks that code can make of an answer; questions to a judge are not among them.

    An answer that is none gets the single failed gate `answered`.

    Args:
        sandbox: needed for the code kinds only.

    Raises:
        ValueError: the question never reached the model, so that there is nothing to grade.
        SandboxUnavailable: a code kind without a sandbox.
    """
    if answer.outcome is Outcome.NOT_ASKED:
        raise ValueError(f"case {case.id} was not asked ({answer.reason}): it is missing, not failed")
    match case.kind:
        case "program" | "predict" | "bughunt":
            return _grade_code(case, answer, sandbox)
        case "tools":
            return unanswered(case, answer) or _graded(case, grade_tools(case, answer))
        case "session" | "writing":
            silent = empty_turns(case, answer)
            checks = (silent,) if silent else ()
            return unanswered(case, answer) or _graded(case, (*checks, *grade_session(case, answer.turns)))
        case _:
            assert_never(case.kind)


def _grade_code(case: Case, answer: Answer, sandbox: Sandbox | None) -> Grade:
    turn = answer.turns[-1] if answer.turns else Turn((), "", Outcome.EMPTY)
    work = _work(case, turn) if len(turn.text) <= LONGEST_REPLY else None
    gate = unanswered(case, answer)
    if gate and not (work and work.is_set_apart and gate.outcome is Outcome.REFUSED):
        return gate
    if sandbox is None:
        raise SandboxUnavailable(f"case {case.id} needs a sandbox", hint="run `crucibleforge doctor`")
    if work and (checks := work.checks(sandbox)):
        return _graded(case, checks)
    if was_cut(turn):
        return failed(case, Outcome.CUT_OFF, f"cut off before any answer: {_FORMS[case.kind]}")
    return failed(case, Outcome.MALFORMED, _FORMS[case.kind])


def _work(case: Case, turn: Turn) -> _Work | None:
    """What the reply hands over, or None when it holds nothing of the form that was asked for."""
    cut_off = was_cut(turn)
    match case.content:
        case ProgramContent() as content:
            source = program_in(content, turn, cut_off=cut_off)
            return None if source is None else _Work(partial(grade_program, content, source))
        case PredictContent() as content:
            output = prediction_in(content, turn, cut_off=cut_off)
            return None if output is None else _Work(partial(grade_prediction, content, output), output.is_claimed)
        case BughuntContent() as content:
            fixes = fixes_in(content, turn, cut_off=cut_off)
            return _Work(partial(grade_bughunt, content, fixes)) if fixes else None
        case _:
            raise TypeError(f"{case.id} is no case of code")


def _graded(case: Case, checks: tuple[Check, ...]) -> Grade:
    return Grade(case.id, Outcome.ANSWERED, checks)
