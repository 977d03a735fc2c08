"""Grades a prediction of what a program prints."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from crucibleforge.core.case import PredictContent
from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import SuiteError
from crucibleforge.core.grading import Check
from crucibleforge.sandbox import DEFAULT_FUEL, Sandbox

from ._output_in_reply import Output, output_in, trimmed
from ._output_lines import grade_lines

# What a program prints depends on nothing but the program and the sandbox's interpreter: remembered for each sandbox.
_printed: WeakKeyDictionary[Sandbox, dict[str, tuple[str, ...]]] = WeakKeyDictionary()


def prediction_in(content: PredictContent, turn: Turn, *, cut_off: bool) -> Output | None:
    """The output that a reply claims."""
    return output_in(turn.text, program=content.program, cut_off=cut_off)


def grade_prediction(content: PredictContent, output: Output, sandbox: Sandbox) -> tuple[Check, ...]:
    """One check per line that the program really prints, and one for lines too many.

    None at all when nothing sets the lines apart and they are so many that they must be an explanation.
    """
    expected = printed_lines(sandbox, content.program)
    if not output.is_claimed and len(output.lines) > len(expected) + max(1, len(expected) // 4):
        return ()
    return grade_lines(expected, output.lines)


def printed_lines(sandbox: Sandbox, program: str) -> tuple[str, ...]:
    """What the program prints, found by running it; blank ones at either end are left out.

    Raises:
        SuiteError: when it fails or prints nothing.
    """
    known = _printed.setdefault(sandbox, {})
    if program not in known:
        run = sandbox.run_program(program, fuel=DEFAULT_FUEL)
        if run.error or not run.stdout.strip():
            raise SuiteError(
                f"the program under prediction does not print to its end: {run.error or 'it prints nothing'}",
                hint="mend program.py",
            )
        known[program] = trimmed(run.stdout.split("\n"))
    return known[program]
