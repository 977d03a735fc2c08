"""The command `crucibleforge controls`."""

from __future__ import annotations

import asyncio

import typer
from rich.table import Table

from crucibleforge.board import NATIVELY_GRADED
from crucibleforge.sandbox import Sandbox
from crucibleforge.score import shown_points
from crucibleforge.suite import load_suite
from crucibleforge.workshop import run_controls

from ._options import Json, RunBy, SuiteDir
from ._output import console, print_json, rows_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def controls(backend: RunBy = "wasm", suite_dir: SuiteDir = None, as_json: Json = False) -> None:
    """Score the control rows: the reference must have every point, all others none."""
    suite = load_suite(suite_dir)
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
    for fault in found.faults:
        console.print(f"[red]✗[/red] {fault}")
    if found.faults:
        raise typer.Exit(1)
