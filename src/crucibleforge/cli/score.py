"""The command `crucibleforge score`."""

from __future__ import annotations

import typer
from rich.table import Table

from crucibleforge.board import ModelResult
from crucibleforge.score import shown_points, shown_share
from crucibleforge.suite import Suite

from ._noise import MARGIN_LEAVES_OUT, noise_words
from ._opened import opened, stored_board
from ._options import DEFAULT_STORE, Json, JudgedBy, OfRelease, StoreAt, SuiteDir
from ._output import board_json, console, plain, print_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def score(
    judged_by: JudgedBy = None,
    release: OfRelease = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Print every row's parts, points, margins and marks."""
    with opened(suite_dir, store_at, to_read=True, release=release) as (suite, store):
        board = stored_board(suite, store, judged_by)
    if as_json:
        print_json(board_json(board))
        return
    for result in board.models:
        console.print(_points_table(suite, result))
        for note in (*noise_words(result), *result.notes):
            console.print(plain(note))
    console.print(MARGIN_LEAVES_OUT, style="dim")


def _points_table(suite: Suite, result: ModelResult) -> Table:
    row = result.row
    total = "partial" if row.total is None else f"{shown_points(row.total)} ± {shown_points(row.margin)}"
    table = Table(title=f"{result.model.name}: {total}", title_justify="left", header_style="bold")
    columns = ("part", "share", "points", "of", "±", *(["between attempts"] if result.spread else []), "packs")
    for column in columns:
        table.add_column(column, justify="left" if column in ("part", "packs") else "right")
    for section in suite.profile.sections:
        for part in section.parts:
            scored = row.parts[part.id]
            packs = ", ".join(f"{pack.id} {pack.state}" for pack in scored.packs)
            table.add_row(
                f"{section.title} · {part.title}",
                shown_share(scored.share),
                f"{shown_points(scored.points)} {scored.marker or ''}".strip(),
                f"{part.points:g}",
                shown_points(row.part_margins[part.id]),
                *([shown_points(result.spread.parts[part.id])] if result.spread else []),
                packs,
            )
    return table
