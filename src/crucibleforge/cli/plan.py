"""The command `crucibleforge plan`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import typer
from rich.table import Table

from crucibleforge.ask import Registry
from crucibleforge.run import PlannedCase, fingerprint, identities, plan

from ._forecast import Outlook, Probe, forecaster_for
from ._opened import opened, resolved
from ._options import DEFAULT_STORE, Attempts, Json, Judge, Models, ModelsFile, RunBy, StoreAt, SuiteDir
from ._output import console, print_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("plan")
def plan_run(
    models: Models,
    judge: Judge = None,
    backend: RunBy = "wasm",
    attempts: Attempts = 1,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    probes: Probe = False,
    as_json: Json = False,
) -> None:
    """Say for each case whether it is kept, asked, graded or judged, and why; and what all of it will take."""
    registry = Registry.load(models_file)
    specs = resolved(models, registry)
    judge_spec = registry.resolve(judge) if judge else None
    with opened(suite_dir, store_at) as (suite, store):
        judged_by = fingerprint(suite, judge_spec) if judge_spec else None
        planned = plan(suite, store, identities(specs), judged_by, backend, attempts)
        forecaster = forecaster_for(suite, store, specs, planned, probes=probes)
        outlook = Outlook(forecaster, specs, planned, judge_spec, checks_setup=True)
    print_plan(planned, outlook, as_json=as_json)


def print_plan(planned: Sequence[PlannedCase], outlook: Outlook, *, as_json: bool) -> None:
    """The plan and what it will take, as JSON or as tables."""
    if as_json:
        cases = [
            {
                "model": item.model,
                "case": item.case.id,
                "attempt": item.attempt,
                "action": item.action,
                "reason": item.reason,
                "moved": item.moved,
            }
            for item in planned
        ]
        print_json({"cases": cases, "forecast": outlook.json()})
        return
    table = Table("model", "case", "action", "why", header_style="bold")
    for item in planned:
        name = item.case.name if item.attempt == 1 else f"{item.case.name}, attempt {item.attempt}"
        table.add_row(item.model, name, item.action, item.reason)
    console.print(table)
    counts = Counter(item.action for item in planned)
    console.print(", ".join(f"{action} {count}" for action, count in sorted(counts.items())))
    outlook.print()
