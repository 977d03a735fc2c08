"""The command `crucibleforge compare`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from crucibleforge.board import ModelResult
from crucibleforge.core.errors import UserError, shown
from crucibleforge.core.profile import Profile, Section
from crucibleforge.score import CasePair, Comparison, Difference, compare, shown_share
from crucibleforge.suite import Suite

from ._compared import INTERVAL_LEAVES_OUT, verdict_words
from ._opened import opened, stored_board
from ._options import DEFAULT_STORE, Json, JudgedBy, OfRelease, StoreAt, SuiteDir
from ._output import print_json
from ._plain import console, plain

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("compare")
def compare_models(
    a: Annotated[str, typer.Argument(metavar="A")],
    b: Annotated[str, typer.Argument(metavar="B")],
    section: Annotated[
        str | None, typer.Option("--section", metavar="ID", help="Look at one section only, such as code.")
    ] = None,
    judged_by: JudgedBy = None,
    release: OfRelease = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Compare two stored models on the same cases: the difference, its central 90 %, the odds, and the cases that decide it."""
    with opened(suite_dir, store_at, to_read=True, release=release) as (suite, store):
        results = stored_board(suite, store, judged_by)
    models = {name: results.model(name) for name in (a, b)}
    credits = [_credits(models[name]) for name in (a, b)]
    notes = {name: list(result.notes) for name, result in models.items()}
    sections = _sections(suite.profile, section)
    found = compare(suite.profile, *credits)
    words = list(verdict_words(sections, a, b, found, total=section is None))
    if as_json:
        print_json(_json(sections, found) | {"words": words, "notes": notes})
        return
    _print(suite, sections, (a, b), found, total=section is None)
    for line in (*words, INTERVAL_LEAVES_OUT, *(f"{name}: {note}" for name, each in notes.items() for note in each)):
        console.print(plain(line))


def _credits(result: ModelResult) -> dict[str, tuple[float, ...]]:
    return {case.case.id: (case.credit,) for case in result.cases if case.credit is not None}


def _sections(profile: Profile, only: str | None) -> tuple[Section, ...]:
    found = tuple(section for section in profile.sections if only in (None, section.id))
    if not found:
        names = ", ".join(section.id for section in profile.sections)
        raise UserError(f"no section {shown(only)} in this suite", hint=f"it has {names}")
    return found


def _json(sections: Sequence[Section], found: Comparison) -> dict[str, Any]:
    """The whole comparison, of these sections; the Total is that of all."""
    parts = {part.id for section in sections for part in section.parts}
    return {
        "total": _difference_json(found.total),
        "sections": {section.id: _difference_json(found.sections.get(section.id)) for section in sections},
        "parts": {part: _difference_json(found.parts.get(part)) for part in sorted(parts)},
        "cases": [asdict(pair) for pair in found.cases if pair.part in parts],
        "deciding": [pair.case_id for pair in found.deciding if pair.part in parts],
    }


def _difference_json(found: Difference | None) -> dict[str, Any] | None:
    return None if found is None else asdict(found) | {"better": found.leader}


def _print(
    suite: Suite, sections: Sequence[Section], names: tuple[str, str], found: Comparison, *, total: bool
) -> None:
    a, b = names
    table = _table("", f"{a} - {b}", "central 90 %", f"odds of {a}")
    if total:
        table.add_row("Total", *_cells(found.total))
    for section in sections:
        table.add_row(section.title, *_cells(found.sections.get(section.id)))
        for part in section.parts:
            table.add_row(f"  {part.title}", *_cells(found.parts.get(part.id)))
    console.print(table)
    titles = {part.id: part.title for section in sections for part in section.parts}
    deciding = [pair for pair in _apart(found) if pair.part in titles]
    if deciding:
        matrix = _table("decided by", "part", a, b, "adds")
        for pair in deciding:
            added = "–" if pair.points is None else f"{pair.points:+.2f}"
            name = suite.cases[pair.case_id].name
            matrix.add_row(name, titles[pair.part], shown_share(pair.a), shown_share(pair.b), added)
        console.print(matrix)


def _table(*headings: str) -> Table:
    table = Table(header_style="bold")
    for heading in headings:
        table.add_column(plain(heading))
    return table


def _apart(found: Comparison) -> tuple[CasePair, ...]:
    """The cases that make the difference, then those that differ in parts that are not compared."""
    idle = (pair for pair in found.cases if pair.points is None and None not in (pair.a, pair.b) and pair.a != pair.b)
    return (*found.deciding, *idle)


def _cells(difference: Difference | None) -> tuple[str, str, str]:
    if difference is None:
        return "–", "–", "–"
    return (
        f"{difference.points:+.2f}",
        f"{difference.low:+.2f} to {difference.high:+.2f}",
        f"{difference.odds:.2f}",
    )
