"""The command `crucibleforge show`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from crucibleforge.board import CaseResult, known_judge, scrubbed
from crucibleforge.core.errors import UserError

from ._judge_report import print_judges
from ._opened import opened, stored_board
from ._options import DEFAULT_STORE, Json, JudgedBy, StoreAt, SuiteDir
from ._output import check_json, console, plain, print_case, print_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def show(
    model: Annotated[
        str | None, typer.Argument(metavar="[MODEL]", help="A stored model; with --judge, a judge.")
    ] = None,
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="One case, with every check and the answer.")
    ] = None,
    of_judge: Annotated[
        bool,
        typer.Option("--judge", help="Show how often a judge is wrong: the one named, or the one that judged last."),
    ] = False,
    judged_by: JudgedBy = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Show a model's cases with the evidence for every lost check, or one case whole; or a judge's own error rates."""
    if of_judge:
        with opened(suite_dir, store_at, to_read=True) as (suite, store):
            print_judges([known_judge(suite, store, model)], as_json=as_json)
        return
    if model is None:
        raise UserError("no model named", hint="crucibleforge show MODEL, or show --judge [JUDGE]")
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        results = stored_board(suite, store, judged_by)
        wanted = None if case is None else suite.case(case).id
    found = results.model(model)
    if found is None:
        names = ", ".join(result.model.name for result in results.models) or "none yet"
        raise UserError(
            f"no model {model!r} in the store", hint=f"stored: {names}; measure it with `crucibleforge run {model}`"
        )
    cases = [result for result in found.cases if wanted in (None, result.case.id)]
    if as_json:
        print_json([_case_json(result) for result in cases])
        return
    if found.is_judged and results.rated is not None:
        console.print(plain(f"chat judged by {results.rated.name}: {results.rated.words}"))
    for reason in found.provisional:
        console.print(Text.assemble(("provisional  ", "bold yellow"), plain(scrubbed(reason))))
    for result in cases:
        print_case(result, every_check=wanted is not None)
        if wanted is not None:
            _print_answer(result)


def _print_answer(result: CaseResult) -> None:
    for number, turn in enumerate(result.answer.turns if result.answer else (), 1):
        for message in turn.sent:
            console.print(Text(f"\n[{message.role}]", style="bold cyan"))
            console.print(plain(message.content))
        console.print(Text(f"\n[model, turn {number}: {turn.outcome}]", style="bold magenta"))
        console.print(plain(turn.text))
        for call in turn.tool_calls:
            console.print(plain(f"→ {call.name}({call.arguments})"))


def _case_json(result: CaseResult) -> dict[str, Any]:
    return {
        "case": result.case.id,
        "state": result.state,
        "credit": result.credit,
        "note": result.note,
        "outcome": result.answer.outcome if result.answer else None,
        "checks": [check_json(check) for check in result.checks],
        "replies": list(result.answer.replies) if result.answer else [],
    }
