"""The command `crucibleforge show`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from crucibleforge.board import BoardResults, CaseResult, ModelResult, known_judge, scrubbed
from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import UserError
from crucibleforge.score import shown_points

from ._judge_report import print_judges
from ._noise import MARGIN_LEAVES_OUT, noise_words
from ._opened import opened, stored_board
from ._options import DEFAULT_STORE, Json, JudgedBy, OfRelease, StoreAt, SuiteDir
from ._output import check_json, cost_json, money_and_speed, print_case, print_json, shown_cost
from ._plain import console, plain
from ._verdicts import print_alike, verdicts_json, with_quotes_marked

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def show(
    model: Annotated[
        str | None, typer.Argument(metavar="[MODEL]", help="A stored model; with --judge, a judge.")
    ] = None,
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="One case, with every check and the answer.")
    ] = None,
    attempt: Annotated[
        int, typer.Option("--attempt", metavar="N", min=1, help="Show what a further attempt brought.")
    ] = 1,
    of_judge: Annotated[
        bool,
        typer.Option("--judge", help="Show how often a judge is wrong: the one named, or the one that judged last."),
    ] = False,
    judged_by: JudgedBy = None,
    release: OfRelease = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Show a model's cases with the evidence for every lost check, or one case whole; or a judge's own error rates."""
    if of_judge:
        with opened(suite_dir, store_at, to_read=True, release=release) as (suite, store):
            print_judges([known_judge(suite, store, model)], as_json=as_json)
        return
    if model is None:
        raise UserError("no model named", hint="crucibleforge show MODEL, or show --judge [JUDGE]")
    with opened(suite_dir, store_at, to_read=True, release=release) as (suite, store):
        results = stored_board(suite, store, judged_by)
        wanted = None if case is None else suite.case(case).id
    found = results.model(model)
    cases = [
        each
        for result in found.cases
        if wanted in (None, result.case.id)
        for each in result.attempts
        if each.attempt == attempt
    ]
    if not cases:
        raise UserError(
            f"{model} has no attempt {attempt}", hint=f"`crucibleforge ask {model} --attempts {attempt}` asks"
        )
    if as_json:
        print_json([_case_json(result) for result in cases])
        return
    _print_row(results, found)
    if wanted is None:
        for line in money_and_speed(found):
            console.print(Text(line, style="dim"))
    print_alike(results, model)
    for result in cases:
        print_case(result, every_check=wanted is not None)
        if wanted is not None:
            _print_answer(result)


def _print_row(board: BoardResults, found: ModelResult) -> None:
    """What a reader must know of the whole row."""
    if found.is_judged and board.rated is not None:
        console.print(plain(f"chat judged by {board.rated.name}: {board.rated.words}"))
    for reason in found.provisional:
        console.print(Text.assemble(("provisional  ", "bold yellow"), plain(scrubbed(reason))))
    if found.row.total is not None:
        console.print(f"Total {shown_points(found.row.total)} ± {shown_points(found.row.margin)}", style="bold")
        console.print(MARGIN_LEAVES_OUT, style="dim")
    for words in noise_words(found):
        console.print(words)


def _print_answer(result: CaseResult) -> None:
    for number, turn in enumerate(result.answer.turns if result.answer else (), 1):
        for message in turn.sent:
            console.print(Text(f"\n[{message.role}]", style="bold cyan"))
            console.print(plain(message.content))
        console.print(Text(f"\n[model, turn {number}: {turn.outcome}{_billed(turn)}]", style="bold magenta"))
        if turn.note:
            console.print(plain(f"({scrubbed(turn.note)})"), style="yellow")
        console.print(with_quotes_marked(turn.text, number, result.verdicts.values()))
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
        "attempt": result.attempt,
        "note": result.note,
        "outcome": result.answer.outcome if result.answer else None,
        "checks": [check_json(check) for check in result.checks],
        "verdicts": verdicts_json(result.case, result.verdicts),
        "replies": list(result.answer.replies) if result.answer else [],
        "further_credits": [each.credit for each in result.further],
        "cost": cost_json(result.cost),
        "turns": [
            {"note": turn.note, "billed": asdict(turn.billed), "cost": cost_json(turn.cost), **asdict(turn.timing)}
            for turn in (result.answer.turns if result.answer else ())
        ],
    }
