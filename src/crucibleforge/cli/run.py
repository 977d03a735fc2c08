"""The command `crucibleforge run`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from crucibleforge.ask import Registry
from crucibleforge.board import read_board, write_site
from crucibleforge.run import fingerprint, identities, plan
from crucibleforge.sandbox import SandboxPool

from ._ended import ended
from ._opened import engine, opened, resolved
from ._options import DEFAULT_STORE, Json, Judge, Models, ModelsFile, RunBy, SetupCheckFirst, StoreAt, SuiteDir
from ._output import board_json, console, print_board, print_json
from ._progress import RunDisplay
from .plan import print_plan

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def run(
    models: Models,
    judge: Judge = None,
    backend: RunBy = "wasm",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and stop.")] = False,
    site: Annotated[Path, typer.Option("--site", metavar="DIR", help="Where the board's pages go.")] = Path(
        "results/board"
    ),
    setup_check: SetupCheckFirst = True,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    as_json: Json = False,
) -> None:
    """Measure MODELs: plan, ask, grade, judge, score, board. Run it again to go on where it stopped."""
    registry = Registry.load(models_file)
    specs = resolved(models, registry)
    judge_spec = registry.resolve(judge) if judge else None
    with opened(suite_dir, store_at) as (suite, store):
        if dry_run:
            judged_by = fingerprint(suite, judge_spec) if judge_spec else None
            print_plan(plan(suite, store, identities(specs), judged_by, backend), as_json=as_json)
            return
        with (
            SandboxPool(backend=backend) as sandboxes,
            RunDisplay(quiet=as_json) as display,
            engine(suite, store, display, checks_setup=setup_check) as run_engine,
        ):
            asyncio.run(run_engine.run(specs, judge_spec, sandboxes))
        board = read_board(suite, store, fingerprint(suite, judge_spec) if judge_spec else None)
        index = write_site(board, site)
        if as_json:
            print_json(board_json(board))
        else:
            print_board(board)
            console.print(f"Pages: {index}. Evidence: crucibleforge show {specs[0].name}")
    ended(run_engine)
