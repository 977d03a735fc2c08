"""The command `crucibleforge score-credits`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from crucibleforge.core.errors import UserError
from crucibleforge.score import credits_from_json, profile_from_bench, score
from crucibleforge.suite import load_suite

from ._options import Json, SuiteDir
from ._output import print_json, rows_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def score_credits(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON: {model: {case: credit or [credit, …]}}.")],
    suite_dir: SuiteDir = None,
    bench: Annotated[
        Path | None, typer.Option("--bench", metavar="FILE", help="A bare profile instead of a suite.")
    ] = None,
    as_json: Json = True,
) -> None:
    """Score a file of credits by the rules of the board; nothing is stored. Always prints JSON."""
    if bench is not None and suite_dir is not None:
        raise UserError("--bench and --suite are two profiles", hint="give one of them")
    profile = load_suite(suite_dir).profile if bench is None else profile_from_bench(_read(bench))
    credits = credits_from_json(_read(file))
    known = {
        case
        for part in profile.parts()
        for cases in (part.cases, *(pack.cases for pack in part.packs))
        for case in cases
    }
    for unknown in sorted({case for attempts in credits.values() for case in attempts} - known):
        print(f"note: no case is called {unknown!r}, so its credits count nowhere", file=sys.stderr)
    print_json(rows_json(score(profile, credits)))


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path}: not JSON: {error}", hint="expected {model: {case: credit}}") from None
