"""The command `crucibleforge judge`."""

from __future__ import annotations

import typer

from crucibleforge.ask import Registry
from crucibleforge.board import read_board
from crucibleforge.core.errors import ConfigError
from crucibleforge.run import fingerprint, identities

from ._ended import ended, stopped
from ._opened import engine, opened, resolved
from ._options import DEFAULT_STORE, Judge, Models, ModelsFile, StoreAt, SuiteDir
from ._planned import still_to_do
from ._progress import RunDisplay
from ._stopping import run_until_stopped
from ._verdicts import print_alike

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def judge(
    models: Models,
    judge: Judge = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
) -> None:
    """Let a judge answer the open questions about the stored chats of MODELs."""
    registry = Registry.load(models_file)
    if judge is None:
        raise ConfigError("no judge named", hint="add --judge MODEL; `crucibleforge models` lists what is here")
    specs, judge_spec = resolved(models, registry), registry.resolve(judge)
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        with RunDisplay() as display, engine(suite, store, display) as run_engine:
            came = run_until_stopped(run_engine, run_engine.judge(specs, judge_spec))
        if came:
            stopped(came, still_to_do(suite, store, identities(specs), fingerprint(suite, judge_spec)))
        print_alike(read_board(suite, store, fingerprint(suite, judge_spec)))
    ended(run_engine)
