"""The command `crucibleforge import`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from crucibleforge.bundle import read_archive, read_manifest, submit, verify
from crucibleforge.core.errors import ConfigError
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import open_store
from crucibleforge.suite import load_suite

from ._ended import ended, stopped
from ._opened import engine, stored_board
from ._options import DEFAULT_STORE, Json, RunBy, StoreAt, SuiteDir
from ._output import board_json, print_board, print_json
from ._plain import console, plain
from ._planned import still_to_do
from ._progress import RunDisplay
from ._stopping import run_until_stopped

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("import")
def import_bundle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A bundle.")],
    verified: Annotated[
        bool, typer.Option("--verify", help="Verify the bundle first; store nothing where anything differs.")
    ] = False,
    renamed: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="OLD=NEW", help="What a row is to be called here; may be given several times."),
    ] = None,
    backend: RunBy = "wasm",
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Put somebody else's rows on one's own board, graded here and marked as submitted, or as verified."""
    names = _names(renamed or ())
    archive = read_archive(file)
    wrong = [f"damaged: {words}" for words in archive.damage()]
    manifest = None if wrong else read_manifest(archive)
    suite = load_suite(suite_dir)
    with SandboxPool(backend=backend) as sandboxes:
        if manifest is not None and verified:
            wrong += verify(archive, manifest, suite, sandboxes).differences
        if manifest is None or wrong:
            for words in wrong:
                console.print(plain(f"differs: {words}"))
            console.print("nothing was imported")
            raise typer.Exit(1)
        known = submit(store_at, suite, archive, manifest, names, is_verified=verified)
        with open_store(store_at) as store:
            with RunDisplay(quiet=as_json) as display, engine(suite, store, display) as run_engine:
                came = run_until_stopped(run_engine, run_engine.grade(known, sandboxes))
            if came:
                stopped(came, still_to_do(suite, store, known, backend=backend))
            board = stored_board(suite, store)
    print_json(board_json(board)) if as_json else print_board(board)
    ended(run_engine)


def _names(renamed: Sequence[str]) -> dict[str, str]:
    found = {}
    for pair in renamed:
        old, equals, new = pair.partition("=")
        if not (old and equals and new):
            raise ConfigError(f"--as {pair}: this names no row", hint="--as NAME-IN-THE-BUNDLE=NAME-HERE")
        found[old] = new
    return found
