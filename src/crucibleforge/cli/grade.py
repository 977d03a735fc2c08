"""The command `crucibleforge grade`."""

from __future__ import annotations

from typing import Annotated

import typer

from crucibleforge.sandbox import SandboxPool

from ._ended import ended, stopped
from ._opened import engine, opened, stored_models
from ._options import DEFAULT_STORE, RunBy, StoreAt, SuiteDir
from ._planned import still_to_do
from ._progress import RunDisplay
from ._stopping import run_until_stopped

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def grade(
    models: Annotated[
        list[str] | None, typer.Argument(metavar="[MODEL…]", help="Stored models; all of them without it.")
    ] = None,
    backend: RunBy = "wasm",
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
) -> None:
    """Grade every stored answer that has no grade by the current rules and this backend. No model is called."""
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        known = stored_models(store, models or [])
        with (
            SandboxPool(backend=backend) as sandboxes,
            RunDisplay() as display,
            engine(suite, store, display) as run_engine,
        ):
            came = run_until_stopped(run_engine, run_engine.grade(known, sandboxes))
        if came:
            stopped(came, still_to_do(suite, store, known, backend=backend))
    ended(run_engine)
