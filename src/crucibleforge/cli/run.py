"""The command `crucibleforge run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crucibleforge.ask import Registry
from crucibleforge.board import read_board, write_site
from crucibleforge.core.errors import ConfigError
from crucibleforge.run import fingerprint, identities
from crucibleforge.sandbox import SandboxPool

from ._ended import ended, stopped
from ._forecast import Outlook, Probe, forecaster_for
from ._limits import MaxCost, MaxTime, allowance
from ._opened import engine, opened, resolved
from ._options import (
    DEFAULT_STORE,
    Attempts,
    Json,
    Judge,
    MayJudgeItself,
    Models,
    ModelsFile,
    Retry,
    RunBy,
    SetupCheckFirst,
    StoreAt,
    SuiteDir,
)
from ._output import board_json, console, print_board, print_json
from ._planned import say_retries, still_to_do
from ._progress import RunDisplay
from ._stopping import run_until_stopped
from .plan import print_plan

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def run(
    models: Models,
    judge: Judge = None,
    may_judge_itself: MayJudgeItself = False,
    backend: RunBy = "wasm",
    retry: Retry = None,
    attempts: Attempts = 1,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and what it will take, and stop.")] = False,
    probes: Probe = False,
    site: Annotated[Path, typer.Option("--site", metavar="DIR", help="Where the board's pages go.")] = Path(
        "results/board"
    ),
    setup_check: SetupCheckFirst = True,
    max_cost: MaxCost = None,
    max_time: MaxTime = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    as_json: Json = False,
) -> None:
    """Measure MODELs: plan, ask, grade, judge, score, board. Run it again to go on where it stopped.

    Ctrl-C and SIGTERM let replies in flight arrive for a few seconds, say what is left, and end with exit code 130 or 143.
    """
    if probes and not dry_run:
        raise ConfigError("--probe belongs to --dry-run", hint="add --dry-run, or leave --probe out")
    registry = Registry.load(models_file)
    specs = resolved(models, registry)
    judge_spec = registry.resolve(judge) if judge else None
    limits = allowance(max_cost, max_time, [*specs, *([judge_spec] if judge_spec else ())])
    with opened(suite_dir, store_at) as (suite, store):
        judged_by = fingerprint(suite, judge_spec) if judge_spec else None
        known = identities(specs)
        planned = still_to_do(suite, store, known, judged_by, backend, retry, attempts)
        if dry_run:
            forecaster = forecaster_for(suite, store, specs, planned, probes=probes)
            outlook = Outlook(forecaster, specs, planned, judge_spec, checks_setup=setup_check)
            print_plan(planned, outlook, as_json=as_json)
            return
        say_retries(planned, retry)
        with (
            SandboxPool(backend=backend) as sandboxes,
            RunDisplay(quiet=as_json) as display,
            engine(suite, store, display, checks_setup=setup_check, attempts=attempts, allowance=limits) as run_engine,
        ):
            work = run_engine.run(
                specs, judge_spec, sandboxes, only_retries=retry is not None, may_judge_itself=may_judge_itself
            )
            came = run_until_stopped(run_engine, work)
        left = still_to_do(suite, store, known, judged_by, backend, retry, attempts)
        if came:
            stopped(came, left)
        board = read_board(suite, store, judged_by)
        index = write_site(board, site)
        if as_json:
            print_json(board_json(board, run_engine.makespans))
        else:
            print_board(board)
            console.print(f"Pages: {index}. Evidence: crucibleforge show {specs[0].name}")
    ended(run_engine, left)
