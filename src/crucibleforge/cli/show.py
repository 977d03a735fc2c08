"""The command `crucibleforge show`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from crucibleforge.board import CaseResult, read_board, scrubbed
from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import UserError

from ._opened import opened
from ._options import DEFAULT_STORE, Json, StoreAt, SuiteDir
from ._output import check_json, console, cost_json, money_and_speed, plain, print_case, print_json, shown_cost

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def show(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A stored model.")],
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="One case, with every check and the answer.")
    ] = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Show a model's cases with the evidence for every lost check, or one case whole."""
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        results = read_board(suite, store)
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
    for reason in found.provisional:
        console.print(Text.assemble(("provisional  ", "bold yellow"), plain(scrubbed(reason))))
    if wanted is None:
        for line in money_and_speed(found):
            console.print(Text(line, style="dim"))
    for result in cases:
        print_case(result, every_check=wanted is not None)
        if wanted is not None:
            _print_answer(result)


def _print_answer(result: CaseResult) -> None:
    for number, turn in enumerate(result.answer.turns if result.answer else (), 1):
        for message in turn.sent:
            console.print(Text(f"\n[{message.role}]", style="bold cyan"))
            console.print(plain(message.content))
        console.print(Text(f"\n[model, turn {number}: {turn.outcome}{_billed(turn)}]", style="bold magenta"))
        if turn.note:
            console.print(plain(f"({scrubbed(turn.note)})"), style="yellow")
        console.print(plain(turn.text))
        for call in turn.tool_calls:
            console.print(plain(f"→ {call.name}({call.arguments})"))


def _billed(turn: Turn) -> str:
    """What all attempts of the turn took, as far as the server counted."""
    tokens, cost = turn.billed, f", {shown_cost(turn.cost)}" if turn.cost else ""
    counted = None not in (tokens.prompt_tokens, tokens.completion_tokens)
    return f", {tokens.prompt_tokens} tokens in, {tokens.completion_tokens} out{cost}" if counted else ""


def _case_json(result: CaseResult) -> dict[str, Any]:
    return {
        "case": result.case.id,
        "state": result.state,
        "credit": result.credit,
        "note": result.note,
        "outcome": result.answer.outcome if result.answer else None,
        "checks": [check_json(check) for check in result.checks],
        "replies": list(result.answer.replies) if result.answer else [],
        "cost": cost_json(result.cost),
        "turns": [
            {"note": turn.note, "billed": asdict(turn.billed), "cost": cost_json(turn.cost), **asdict(turn.timing)}
            for turn in (result.answer.turns if result.answer else ())
        ],
    }
