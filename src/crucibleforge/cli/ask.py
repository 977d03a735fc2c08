"""The command `crucibleforge ask`."""

from __future__ import annotations

import asyncio

import typer

from crucibleforge.ask import Registry

from ._ended import ended
from ._opened import engine, opened, resolved
from ._options import DEFAULT_STORE, Models, ModelsFile, SetupCheckFirst, StoreAt, SuiteDir
from ._progress import RunDisplay

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def ask(
    models: Models,
    setup_check: SetupCheckFirst = True,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
) -> None:
    """Ask MODELs every case that has no current answer, and store each turn at once."""
    specs = resolved(models, Registry.load(models_file))
    with (
        opened(suite_dir, store_at) as (suite, store),
        RunDisplay() as display,
        engine(suite, store, display, checks_setup=setup_check) as run_engine,
    ):
        asyncio.run(run_engine.ask(specs))
    ended(run_engine)
