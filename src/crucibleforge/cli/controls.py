"""The command `crucibleforge controls`."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from crucibleforge.board import NATIVELY_GRADED
from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.sandbox import Backend, Sandbox
from crucibleforge.score import shown_points
from crucibleforge.suite import Suite, load_suite
from crucibleforge.workshop import known_verdicts, run_control_judges, run_controls

from ._options import Json, RunBy, SuiteDir
from ._output import console, print_json, rows_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def controls(
    judges: Annotated[
        bool, typer.Option("--judges", help="Run the scripted control judges over the suite's exemplars instead.")
    ] = False,
    known: Annotated[
        bool, typer.Option("--known", help="Print as JSON what a judge should say; a scripted judge can read it.")
    ] = False,
    backend: RunBy = "wasm",
    suite_dir: SuiteDir = None,
    as_json: Json = False,
) -> None:
    """Score the control rows: the reference must have every point, all others none."""
    suite = load_suite(suite_dir)
    if known:
        print_json(
            [
                {"replies": replies, "ask": ask, "answer": answer, "quote": quote}
                for (replies, ask), (answer, quote) in known_verdicts(suite).items()
            ]
        )
        return
    faults = _judges(suite, as_json=as_json) if judges else _rows(suite, backend, as_json=as_json)
    for fault in faults:
        console.print(Text.assemble(("✗ ", "red"), fault))
    if faults:
        raise typer.Exit(1)


def _judges(suite: Suite, *, as_json: bool) -> list[str]:
    found = asyncio.run(run_control_judges(suite))
    if as_json:
        print_json([asdict(one) for one in found])
    else:
        table = Table(
            "judge", "calibration", *VerdictAnswer, "no verdict", "quotes rejected", "right", header_style="bold"
        )
        for one in found:
            verdicts = [one.verdicts.get(answer, 0) for answer in VerdictAnswer]
            cells = [*verdicts, one.asked - sum(verdicts), one.rejected]
            table.add_row(
                one.name, "stopped" if one.calibration else "passed", *map(str, cells), f"{one.right} of {one.asked}"
            )
        console.print(table)
    return [one.fault for one in found if one.fault]


def _rows(suite: Suite, backend: Backend, *, as_json: bool) -> list[str]:
    with Sandbox(backend=backend) as sandbox:
        found = asyncio.run(run_controls(suite, sandbox))
    if as_json:
        print_json(rows_json(dict(found.rows)))
    else:
        parts = list(suite.profile.parts())
        table = Table("control", "total", *(part.title for part in parts), header_style="bold")
        for name, row in found.rows.items():
            table.add_row(name, shown_points(row.total), *(shown_points(row.parts[part.id].points) for part in parts))
        console.print(table)
        if backend == "native":
            console.print(NATIVELY_GRADED)
    return list(found.faults)
