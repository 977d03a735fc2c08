"""The command `crucibleforge compare-judges`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from crucibleforge.ask import ModelSpec, Registry
from crucibleforge.board import JudgeComparison, RowPair, compare_judges, read_board
from crucibleforge.core.errors import ConfigError, UserError
from crucibleforge.run import Action, PlannedCase, fingerprint, is_same_model
from crucibleforge.score import MISSING, Row, shown_points
from crucibleforge.store import Store

from ._ended import ended, stopped
from ._judge_report import counted, shown_kappa
from ._opened import engine, opened, stored_models
from ._options import DEFAULT_STORE, Json, ModelsFile, StoreAt, SuiteDir
from ._output import console, plain, print_json, proportion_json
from ._planned import still_to_do
from ._progress import RunDisplay
from ._stopping import run_until_stopped

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("compare-judges")
def compare_two_judges(
    a: Annotated[str, typer.Argument(metavar="A", help="A judge: a name or a base URL.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    models: Annotated[
        list[str] | None, typer.Argument(metavar="[MODEL…]", help="Stored models; all of them without it.")
    ] = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    as_json: Json = False,
) -> None:
    """Let judges A and B judge the same stored answers, each for itself, and show how far they agree and what it moves.

    Only what is missing is asked. The board goes on showing the judge that it showed before.
    """
    registry = Registry.load(models_file)
    judges = (registry.resolve(a), registry.resolve(b))
    if judges[0].identity == judges[1].identity:
        raise UserError(f"{a} and {b} are the same judge", hint="name two judges")
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        known = _chosen(store, registry, models or [], judges)
        _say_ungraded(still_to_do(suite, store, known))
        with RunDisplay(quiet=as_json) as display, engine(suite, store, display) as run_engine:
            came = run_until_stopped(run_engine, run_engine.judge_by_both(known, judges))
        by = [fingerprint(suite, judge) for judge in judges]
        if came:
            stopped(came, [item for each in by for item in still_to_do(suite, store, known, each)])
        if run_engine.calibration is None and not run_engine.failed:
            found = compare_judges(*(read_board(suite, store, each, known) for each in by))
            names = (judges[0].name, judges[1].name)
            print_json(_json(found, *names)) if as_json else _print(found, *names)
    ended(run_engine)


def _say_ungraded(planned: Sequence[PlannedCase]) -> None:
    if count := sum(item.action is Action.GRADE for item in planned):
        print(f"{count} answers are left out: not graded by the current rules (crucibleforge grade)", file=sys.stderr)


def _chosen(store: Store, registry: Registry, names: Sequence[str], judges: Sequence[ModelSpec]) -> dict[str, str]:
    """Name -> identity of the stored models to be judged: those named, or all but the judges themselves.

    Raises:
        UserError: for a model that is not in the store, or when there is none.
        ConfigError: for one that is one of the judges.
    """
    named, stored = stored_models(store, names), stored_models(store, ())
    own = {name for name in stored if any(_is_own(name, stored, registry, judge) for judge in judges)}
    for name in names:
        if name in own:
            raise ConfigError(f"{name} cannot judge itself", hint="leave it out, or name other judges")
    chosen = {name: identity for name, identity in named.items() if name not in own}
    if not chosen:
        raise UserError("no stored model to judge", hint="measure one: crucibleforge run MODEL")
    return chosen


def _is_own(name: str, stored: Mapping[str, str], registry: Registry, judge: ModelSpec) -> bool:
    if name == judge.name or stored[name] == judge.identity:
        return True
    return any(spec.name == name and is_same_model(judge, spec) for spec in registry.specs)


def _json(found: JudgeComparison, a: str, b: str) -> dict[str, Any]:
    return {
        "judges": [a, b],
        "same": proportion_json(found.same),
        "kappa": found.kappa,
        "moved": asdict(found.moves),
        "questions": [
            {
                "case": one.case_id,
                "question": one.question_id,
                "same": proportion_json(one.same),
                "yes_by_a_only": one.a_only,
                "yes_by_b_only": one.b_only,
            }
            for one in found.questions
        ],
        "rows": {row.model: {"a": _row_json(row.a), "b": _row_json(row.b), "moved": row.moved} for row in found.rows},
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {"total": row.total, "margin": row.margin, "class": row.class_name, "rank": row.rank, "partial": row.partial}


def _print(found: JudgeComparison, a: str, b: str) -> None:
    console.print(
        plain(f"{a} and {b}: the same verdict {counted(found.same)}, Cohen's kappa {shown_kappa(found.kappa)}")
    )
    for one in found.questions:
        if one.same.count < one.same.of:
            only = ", ".join(
                f"{count} times only {name}" for name, count in ((a, one.a_only), (b, one.b_only)) if count
            )
            console.print(plain(f"  {one.case_id} {one.question_id}: of {one.same.of} answers, {only} said YES"))
    table = Table("model", "Total", "class", "rank", "moved", header_style="bold")
    for row in found.rows:
        table.add_row(plain(row.model), *_cells(row))
    console.print(table)
    moves = found.moves
    console.print(
        f"Of {moves.of} models, {moves.totals} Totals move (most by {moves.most:.2f}), {moves.classes} classes, "
        f"{moves.ranks} ranks."
    )


def _cells(row: RowPair) -> tuple[str, str, str, str]:
    pairs = (
        (shown_points(row.a.total), shown_points(row.b.total)),
        (row.a.class_name or MISSING, row.b.class_name or MISSING),
        (str(row.a.rank or MISSING), str(row.b.rank or MISSING)),
    )
    total, class_name, rank = (one if one == other else f"{one} → {other}" for one, other in pairs)
    return total, class_name, rank, "partial" if row.moved is None else f"{row.moved:+.2f}"
