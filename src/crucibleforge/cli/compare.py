"""The command `crucibleforge compare`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from crucibleforge.board import ModelResult
from crucibleforge.core.errors import UserError
from crucibleforge.score import Comparison, Difference, compare, shown_share

from ._opened import opened, stored_board
from ._options import DEFAULT_STORE, Json, JudgedBy, StoreAt, SuiteDir
from ._output import console, plain, print_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("compare")
def compare_models(
    a: Annotated[str, typer.Argument(metavar="A")],
    b: Annotated[str, typer.Argument(metavar="B")],
    judged_by: JudgedBy = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Compare two stored models on the same cases: the difference, its central 90 %, the odds."""
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        results = stored_board(suite, store, judged_by)
    credits, notes = [], {}
    for name in (a, b):
        found = results.model(name)
        if found is None:
            raise UserError(f"no model {name!r} in the store", hint=f"measure it with `crucibleforge run {name}`")
        credits.append(_credits(found))
        notes[name] = list(found.notes)
    found_difference = compare(suite.profile, *credits)
    if as_json:
        print_json(asdict(found_difference) | {"notes": notes})
    else:
        _print(a, b, found_difference)
        for name, words in notes.items():
            for note in words:
                console.print(plain(f"{name}: {note}"))


def _credits(result: ModelResult) -> dict[str, tuple[float, ...]]:
    return {case.case.id: (case.credit,) for case in result.cases if case.credit is not None}


def _print(a: str, b: str, found: Comparison) -> None:
    table = Table("", f"{a} - {b}", "central 90 %", f"odds of {a}", header_style="bold")
    for name, difference in [("Total", found.total), *found.sections.items(), *found.parts.items()]:
        table.add_row(name, *_cells(difference))
    console.print(table)
    for pair in found.cases:
        if pair.a != pair.b:
            console.print(f"  {pair.case_id}: {shown_share(pair.a)} against {shown_share(pair.b)}")


def _cells(difference: Difference | None) -> tuple[str, str, str]:
    if difference is None:
        return "–", "–", "–"
    return (
        f"{difference.points:+.2f}",
        f"{difference.low:+.2f} to {difference.high:+.2f}",
        f"{difference.odds:.2f}",
    )
