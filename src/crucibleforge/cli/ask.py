"""The command `crucibleforge ask`."""

from __future__ import annotations

import typer

from crucibleforge.ask import Registry
from crucibleforge.run import identities

from ._ended import ended, stopped
from ._limits import MaxCost, MaxTime, allowance
from ._opened import engine, opened, resolved
from ._options import DEFAULT_STORE, Attempts, Models, ModelsFile, Retry, SetupCheckFirst, StoreAt, SuiteDir
from ._planned import say_retries, still_to_do
from ._progress import RunDisplay
from ._stopping import run_until_stopped

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def ask(
    models: Models,
    retry: Retry = None,
    attempts: Attempts = 1,
    setup_check: SetupCheckFirst = True,
    max_cost: MaxCost = None,
    max_time: MaxTime = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
) -> None:
    """Ask MODELs every case that has no current answer, and store each turn at once."""
    specs = resolved(models, Registry.load(models_file))
    limits = allowance(max_cost, max_time, specs)
    with opened(suite_dir, store_at) as (suite, store):
        say_retries(still_to_do(suite, store, identities(specs), retry=retry, attempts=attempts), retry)
        with (
            RunDisplay() as display,
            engine(suite, store, display, checks_setup=setup_check, attempts=attempts, allowance=limits) as run_engine,
        ):
            came = run_until_stopped(run_engine, run_engine.ask(specs, only_retries=retry is not None))
        left = still_to_do(suite, store, identities(specs), retry=retry, attempts=attempts)
        if came:
            stopped(came, left)
    ended(run_engine, left)
