"""Grades a hunt for planted faults: which lines were named, and whether the fixes mend them."""

from __future__ import annotations

from collections.abc import Mapping

from crucibleforge.core.case import Bug, BughuntContent
from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import shown
from crucibleforge.core.grading import Check
from crucibleforge.sandbox import Sandbox

from ._line_fixes import fitted, line_fixes, with_fixes
from .code import run_groups


def fixes_in(content: BughuntContent, turn: Turn, *, cut_off: bool) -> dict[int, str]:
    """The replacements that change anything, as they stand in their lines; a line repeated as it is accuses nobody."""
    lines = dict(enumerate(content.program.splitlines(), 1))
    named = line_fixes(turn.text, cut_off=cut_off)
    fixes = {number: fitted(text, lines.get(number, "")) for number, text in named.items()}
    return {number: text for number, text in fixes.items() if text.rstrip() != lines.get(number, "\n").rstrip("\n ")}


def grade_bughunt(content: BughuntContent, fixes: Mapping[int, str], sandbox: Sandbox) -> tuple[Check, ...]:
    """Two checks per bug, found and mended, and a failed one for each line that was named for nothing."""
    checks: list[Check] = []
    for bug in content.bugs:
        own = {number: fixes[number] for number in bug.fix if number in fixes}
        checks += [_found(bug, own), _mended(content, bug, own, sandbox)]
    guilty = {number for bug in content.bugs for number in bug.fix}
    return (*checks, *(_false_alarm(content, number, fixes[number]) for number in sorted(fixes.keys() - guilty)))


def _found(bug: Bug, own: Mapping[int, str]) -> Check:
    lines = ", ".join(map(str, sorted(bug.fix)))
    evidence = "" if own else f"no fix for line {lines}: {bug.title}"
    return Check(f"{bug.id}-found", float(bool(own)), "fix", f"found: {bug.title}", evidence=evidence)


def _mended(content: BughuntContent, bug: Bug, own: Mapping[int, str], sandbox: Sandbox) -> Check:
    """Whether the tests of this bug pass when every other one is mended and this one has the answer's fixes."""
    title = f"mended: {bug.title}"
    if not own:
        return Check(f"{bug.id}-mended", 0, "fix", title, evidence="not found")
    others = {number: line for other in content.bugs if other is not bug for number, line in other.fix.items()}
    source = with_fixes(content.program, others | dict(own))
    groups = run_groups(sandbox, source, content.tests, bug.groups, content.limits, {})
    failures = [f"{group.id}: {group.evidence}" for group in groups if group.credit != 1]
    changes = "; ".join(f"line {number} as {shown(text.strip())}" for number, text in sorted(own.items()))
    evidence = f"{changes}: {'; '.join(failures)}" if failures else ""
    return Check(f"{bug.id}-mended", float(not failures), "fix", title, evidence=evidence)


def _false_alarm(content: BughuntContent, number: int, replacement: str) -> Check:
    lines = content.program.splitlines()
    if not 1 <= number <= len(lines):
        words = f"the program has no line {number}"
    else:
        words = (
            f"line {number} is right: {shown(lines[number - 1].strip())}; the reply wants {shown(replacement.strip())}"
        )
    return Check(f"false-alarm-{number}", 0, "fix", f"line {number} is left alone", evidence=words)
