"""The command `crucibleforge board`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crucibleforge.board import write_site

from ._opened import opened, stored_board
from ._options import DEFAULT_STORE, Json, JudgedBy, OfRelease, StoreAt, SuiteDir
from ._output import board_json, console, print_board, print_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_SITE = Path("results/board")
"""The pages of old releases go into a folder of theirs within it."""


@app.command()
def board(
    site: Annotated[
        Path | None, typer.Option("--site", metavar="DIR", help="Where the pages go; results/board without it.")
    ] = None,
    judged_by: JudgedBy = None,
    release: OfRelease = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Show the board of every stored model, or that of an old release, and write it as pages."""
    with opened(suite_dir, store_at, to_read=True, release=release) as (suite, store):
        results = stored_board(suite, store, judged_by)
    index = write_site(results, site or _SITE.joinpath(*(("releases", release) if release else ())))
    if as_json:
        print_json(board_json(results))
    else:
        print_board(results)
        console.print(f"Pages: {index}")
