"""The command `crucibleforge suite list|verify|measure|diff|freeze`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from crucibleforge.board import judge_named
from crucibleforge.core.errors import UserError
from crucibleforge.sandbox import Sandbox
from crucibleforge.store import open_store
from crucibleforge.suite import Suite, load_suite, released_root, releases
from crucibleforge.workshop import (
    difference,
    effect,
    freeze,
    last_used,
    to_be_released,
    verify,
    verify_case,
    write_limits,
)

from ._frozen import frozen_json, print_changes
from ._opened import is_store
from ._options import DEFAULT_STORE, Json, JudgedBy, StoreAt, SuiteDir
from ._output import console, print_json
from ._suite_diff import diff_json, print_diff

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="List, verify, measure and compare the cases of a suite, and release it.",
    rich_markup_mode=None,
)
Cases = Annotated[list[str] | None, typer.Argument(metavar="[CASE…]", help="Only these cases.")]


@app.command("list")
def list_cases(suite_dir: SuiteDir = None, as_json: Json = False) -> None:
    """List the cases with their part, kind and what they measure."""
    suite = load_suite(suite_dir)
    if as_json:
        print_json(
            [
                {
                    "id": case.id,
                    "name": case.name,
                    "part": case.part,
                    "kind": case.kind,
                    "title": case.title,
                    "measures": case.measures,
                    "stamps": {
                        "question": case.stamps.question,
                        "judge": case.stamps.judge,
                        "check": case.stamps.check,
                    },
                }
                for case in suite.cases.values()
            ]
        )
        return
    table = Table("case", "part", "kind", "measures", title=f"{suite.title} {suite.version}", title_justify="left")
    for case in suite.cases.values():
        table.add_row(case.name, case.part, case.kind, case.measures)
    console.print(table)
    if released := [release.version for release in releases(suite.root)]:
        console.print(f"released: {', '.join(released)}")


@app.command("verify")
def verify_suite(cases: Cases = None, suite_dir: SuiteDir = None, as_json: Json = False) -> None:
    """Prove what the suite claims: references pass, wrong solutions fail where they say, exemplars, bugs, limits."""
    suite = load_suite(suite_dir)
    with Sandbox() as sandbox:
        found = (
            [finding for name in cases for finding in verify_case(suite.case(name), suite.demands, sandbox)]
            if cases
            else list(verify(suite, sandbox))
        )
    broken = [finding for finding in found if not finding.holds]
    if as_json:
        print_json(
            [{"subject": one.subject, "claim": one.claim, "holds": one.holds, "detail": one.detail} for one in found]
        )
    else:
        for finding in broken:
            console.print(Text.assemble(("✗ ", "red"), f"{finding.subject}: {finding.claim}\n    {finding.detail}"))
        console.print(f"{suite.title} {suite.version}: {len(found) - len(broken)} of {len(found)} claims hold")
    if broken:
        raise typer.Exit(1)


@app.command("measure")
def measure(cases: Cases = None, suite_dir: SuiteDir = None) -> None:
    """Measure what the references cost in the sandbox and write it as the cases' limits.json."""
    suite = load_suite(suite_dir)
    chosen = [suite.case(name) for name in cases] if cases else list(suite.cases.values())
    with Sandbox() as sandbox:
        for path in write_limits(suite, chosen, sandbox):
            console.print(f"wrote {path}")


@app.command("diff")
def diff(
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="VERSION|DIR",
            help="A release or another folder; without it what the store was last used with.",
        ),
    ] = None,
    judged_by: JudgedBy = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Say what an edit would do before it is kept: what is asked, judged and graded again, and what moves on the board."""
    after = load_suite(suite_dir)
    before = None if against is None else _other_state(after, against)
    follows, name = None, _name(before) if before else f"what {store_at} was last used with"
    if is_store(store_at):
        with open_store(store_at) as store:
            before = before or last_used(after, store)
            found = difference(before, after, store)
            follows = effect(before, after, store, judge_named(before, store, judged_by) if judged_by else None)
    elif before is None:
        raise UserError(f"no store at {store_at}", hint="compare with a folder or a release: --against DIR|VERSION")
    else:
        found = difference(before, after)
    if as_json:
        print_json(diff_json(found, follows))
    else:
        print_diff(name, after, found, follows)


def _other_state(suite: Suite, against: str) -> Suite:
    """The release of this version, else the suite in the folder of this name."""
    is_release = against in [release.version for release in releases(suite.root)]
    return load_suite(
        Path(against) if Path(against).is_dir() and not is_release else released_root(suite.root, against)
    )


def _name(suite: Suite) -> str:
    return f"release {suite.version}" if suite.release else str(suite.root)


@app.command("freeze")
def freeze_suite(
    version: Annotated[str, typer.Argument(metavar="VERSION", help="As bench.yaml says it.")],
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Write an immutable release into the suite's history: only of a proven suite whose changelog says what it did to the scores."""
    suite = load_suite(suite_dir)
    before = to_be_released(suite, version)
    found, follows = None, None
    if before is not None and is_store(store_at):
        with open_store(store_at) as store:
            found, follows = difference(before, suite, store), effect(before, suite, store)
    elif before is not None:
        found = difference(before, suite)
    if before is not None and found is not None and not as_json:
        print_changes(before, suite, found, follows)
    with Sandbox() as sandbox:
        release, folder = freeze(suite, before, sandbox)
    if as_json:
        print_json(frozen_json(release, folder, found, follows))
    else:
        console.print(f"\nReleased {suite.title} {version} in {folder}\nseal {release.seal}", soft_wrap=True)
