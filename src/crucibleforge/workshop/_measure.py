"""Measure what the references cost, and write it beside the cases as their fixed limits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from crucibleforge.core.case import BughuntContent, Case, GroupLimit, ProgramContent
from crucibleforge.core.errors import SuiteError
from crucibleforge.grade import group_limit, measure_groups
from crucibleforge.sandbox import Sandbox
from crucibleforge.suite import Suite


def measured_limits(case: Case, sandbox: Sandbox) -> dict[str, GroupLimit]:
    """The limits that the reference's cost gives on this runner.

    Raises:
        SuiteError: when the reference fails a group.
    """
    content = case.content
    assert isinstance(content, ProgramContent | BughuntContent)
    complexity = content.complexity if isinstance(content, ProgramContent) else ()
    tuples_are_lists = isinstance(content, ProgramContent) and content.tuples_are_lists
    costs = measure_groups(sandbox, content.reference, content.tests, tuples_are_lists=tuples_are_lists)
    for name, cost in costs.items():
        if not cost.passed:
            raise SuiteError(f"{case.name}: the reference fails group {name!r}: {cost.reason}", hint="mend it first")
    return {
        name: GroupLimit(cost.fuel, group_limit(cost.fuel, complexity=name in complexity), cost.asserts)
        for name, cost in costs.items()
    }


def case_folder(suite: Suite, case: Case) -> Path:
    """Where the case's files are."""
    return suite.root / "cases" / case.part / case.name


def write_limits(suite: Suite, cases: Iterable[Case], sandbox: Sandbox) -> Iterator[Path]:
    """Write limits.json for each case that has test groups; yields the files written."""
    for case in cases:
        if isinstance(case.content, ProgramContent | BughuntContent):
            groups = {
                name: {"ref_fuel": limit.ref_fuel, "limit": limit.limit, "asserts": limit.asserts}
                for name, limit in measured_limits(case, sandbox).items()
            }
            path = case_folder(suite, case) / "limits.json"
            path.write_text(
                json.dumps({"runner": sandbox.runner_id, "groups": groups}, indent=1) + "\n", encoding="utf-8"
            )
            yield path
