"""Grades a program that was written to a spec: hidden tests, run from outside the sandbox."""

from __future__ import annotations

from crucibleforge.core.case import ProgramContent
from crucibleforge.core.conversation import Turn
from crucibleforge.core.grading import Check
from crucibleforge.sandbox import Sandbox

from .code import entry_points, extract_code, run_groups


def program_in(content: ProgramContent, turn: Turn, *, cut_off: bool) -> str | None:
    """The program that a reply hands over."""
    return extract_code(turn.text, entry_points=entry_points(content.tests), cut_off=cut_off)


def grade_program(content: ProgramContent, source: str, sandbox: Sandbox) -> tuple[Check, ...]:
    """One check per group of hidden tests."""
    return run_groups(
        sandbox,
        source,
        content.tests,
        content.groups,
        content.limits,
        content.needs,
        secret=content.secret,
        tuples_are_lists=content.tuples_are_lists,
    )
