"""The command `crucibleforge suite list|verify|measure`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from crucibleforge.sandbox import Sandbox
from crucibleforge.suite import load_suite
from crucibleforge.workshop import verify, verify_case, write_limits

from ._options import Json, SuiteDir
from ._output import console, print_json

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="List, verify and measure the cases of a suite.",
    rich_markup_mode=None,
)
Cases = Annotated[list[str] | None, typer.Argument(metavar="[CASE…]", help="Only these cases.")]


@app.command("list")
def list_cases(suite_dir: SuiteDir = None, as_json: Json = False) -> None:
    """List the cases with their part, kind and what they measure."""
    suite = load_suite(suite_dir)
    if as_json:
        print_json(
            [
                {
                    "id": case.id,
                    "name": case.name,
                    "part": case.part,
                    "kind": case.kind,
                    "title": case.title,
                    "measures": case.measures,
                    "stamps": {
                        "question": case.stamps.question,
                        "judge": case.stamps.judge,
                        "check": case.stamps.check,
                    },
                }
                for case in suite.cases.values()
            ]
        )
        return
    table = Table("case", "part", "kind", "measures", title=f"{suite.title} {suite.version}", title_justify="left")
    for case in suite.cases.values():
        table.add_row(case.name, case.part, case.kind, case.measures)
    console.print(table)


@app.command("verify")
def verify_suite(cases: Cases = None, suite_dir: SuiteDir = None, as_json: Json = False) -> None:
    """Prove what the suite claims: references pass, wrong solutions fail where they say, exemplars, bugs, limits."""
    suite = load_suite(suite_dir)
    with Sandbox() as sandbox:
        found = (
            [finding for name in cases for finding in verify_case(suite.case(name), suite.demands, sandbox)]
            if cases
            else list(verify(suite, sandbox))
        )
    broken = [finding for finding in found if not finding.holds]
    if as_json:
        print_json(
            [{"subject": one.subject, "claim": one.claim, "holds": one.holds, "detail": one.detail} for one in found]
        )
    else:
        for finding in broken:
            console.print(Text.assemble(("✗ ", "red"), f"{finding.subject}: {finding.claim}\n    {finding.detail}"))
        console.print(f"{suite.title} {suite.version}: {len(found) - len(broken)} of {len(found)} claims hold")
    if broken:
        raise typer.Exit(1)


@app.command("measure")
def measure(cases: Cases = None, suite_dir: SuiteDir = None) -> None:
    """Measure what the references cost in the sandbox and write it as the cases' limits.json."""
    suite = load_suite(suite_dir)
    chosen = [suite.case(name) for name in cases] if cases else list(suite.cases.values())
    with Sandbox() as sandbox:
        for path in write_limits(suite, chosen, sandbox):
            console.print(f"wrote {path}")
