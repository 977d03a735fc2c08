"""Printing: JSON for machines, tables for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from crucibleforge.ask import Learned
from crucibleforge.board import BoardResults, CaseResult, ModelResult, RatedJudge, scrubbed
from crucibleforge.core.grading import Check
from crucibleforge.core.money import Cost
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.run import Makespan
from crucibleforge.score import Proportion, Row, row_json, shown_names, shown_points, shown_share, shown_usd
from crucibleforge.store import Submission

from ._noise import MARGIN_LEAVES_OUT, noise_json, noise_words
from ._plain import console as console
from ._plain import plain as plain
from ._verdicts import alike_json, print_alike, print_votes


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(data, indent=1, allow_nan=False))


def board_json(board: BoardResults, makespans: Sequence[Makespan] = ()) -> dict[str, Any]:
    """The board's rows, each with its notes, stack, cost and speed, and how long asking took, if it just did."""
    asked = {name: {"asking": asdict(makespan)} for makespan in makespans for name in makespan.models}
    return {
        result.model.name: row_json(result.row)
        | {
            "notes": list(result.notes),
            "submitted": _submitted_json(result.model.submission),
            "provisional": list(result.provisional),
            "uncertain": result.row.uncertain,
            "margins": {"parts": dict(result.row.part_margins), "sections": dict(result.row.section_margins)},
            "attempts": noise_json(result),
            "setup": [setup_json(check) for check in result.setup],
            "judged_alike": [alike_json(one) for one in board.judged_alike if result.model.name in one.models],
            "stack": dict(result.model.stack),
            "cost": cost_json(result.cost),
            "judging_cost": cost_json(result.judging_cost),
            "speed": asdict(result.speed) if result.speed else None,
            "judge": judge_json(board.rated) if board.rated and result.is_judged else None,
        }
        | asked.get(result.model.name, {})
        for result in board.models
    }


def _submitted_json(submission: Submission | None) -> str | None:
    """`submitted` or `verified`; null of a row that was measured here."""
    if submission is None:
        return None
    return "verified" if submission.is_verified else "submitted"


def judge_json(judge: RatedJudge) -> dict[str, Any]:
    """Who judged a row, and how often it is wrong."""
    rates = judge.rates
    return {
        "name": judge.name,
        "rates": rates.state,
        "true_yes": proportion_json(rates.overall.true_yes),
        "true_no": proportion_json(rates.overall.true_no),
        "words": judge.words,
    }


def proportion_json(proportion: Proportion) -> dict[str, Any]:
    """A rate with what it is made from; null where there is nothing."""
    low, high = proportion.interval or (None, None)
    return {"count": proportion.count, "of": proportion.of, "rate": proportion.rate, "low": low, "high": high}


def setup_json(check: SetupCheck) -> dict[str, Any]:
    """One check of a set-up; `told_only` marks a failure that speaks of the model and not of its endpoint."""
    return asdict(check)


def cost_json(cost: Cost | None) -> dict[str, Any] | None:
    """An amount with the price it was reckoned by; null where it is not known."""
    return None if cost is None else {"usd": cost.usd, "price_source": cost.source, "price_as_of": cost.as_of}


def rows_json(rows: dict[str, Row]) -> dict[str, Any]:
    """Rows in the stable shape of `score-credits`."""
    return {name: row_json(row) for name, row in rows.items()}


_SETUP_MARKS = {
    SetupState.PASSED: ("✓", "green"),
    SetupState.FAILED: ("✗", "red"),
    SetupState.COULD_NOT_RUN: ("?", "yellow"),
}

PARTS_FROM_WIDTH = 130
"""Narrower terminals show sections only; `crucibleforge score` has the parts."""


def board_table(board: BoardResults, width: int) -> Table:
    """The board as a terminal table of at most `width` characters."""
    release = board.suite.release
    released = f", as released on {release.frozen}" if release else ""
    title = f"MakoBench · {board.suite.title} {board.suite.version}{released}"
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column("#", justify="right", no_wrap=True)
    longest = max((len(result.model.name) for result in board.models), default=0)
    table.add_column("model", overflow="fold", min_width=min(28, longest))
    for column in ("total", "±", "class"):
        table.add_column(column, justify="right", no_wrap=True)
    for section in board.suite.profile.sections:
        table.add_column(section.title, justify="right", style="bold", no_wrap=True)
        for part in section.parts if width >= PARTS_FROM_WIDTH else ():
            table.add_column(part.title, justify="right")
    shows_cost = any(result.cost for result in board.models)
    if shows_cost:
        table.add_column("cost", justify="right", no_wrap=True)
    for result in board.models:
        cost = [shown_cost(result.cost)] if shows_cost else []
        table.add_row(*_cells(board, result, parts=width >= PARTS_FROM_WIDTH), *cost)
    return table


def shown_cost(cost: Cost | None) -> str:
    """The amount alone."""
    return shown_usd(None if cost is None else cost.usd)


def money_and_speed(result: ModelResult) -> Iterator[str]:
    """What the row cost, by which price, and how fast its model is, as far as each is known."""
    for what, cost in (("cost", result.cost), ("judging cost", result.judging_cost)):
        if cost is not None:
            yield f"{what} {shown_cost(cost)} ({cost.source}, prices as of {cost.as_of})"
    if result.speed is not None:
        yield f"speed {result.speed} (only comparable on one host)"


def _cells(board: BoardResults, result: ModelResult, *, parts: bool) -> list[str]:
    row = result.row
    cells = [
        "–" if row.rank is None else f"{row.rank}",
        result.model.name,
        shown_points(row.total),
        shown_points(row.margin),
        "–" if row.class_name is None else f"{row.class_name}{'?' if row.uncertain else ''}",
    ]
    for section in board.suite.profile.sections:
        cells.append(shown_points(row.sections[section.id]))
        for part in section.parts if parts else ():
            scored = row.parts[part.id]
            cells.append(f"{shown_points(scored.points)} {scored.marker or ''}".strip())
    return cells


def _notes(result: ModelResult) -> list[str]:
    row = result.row
    notes = []
    if row.partial:
        notes.append(f"partial ({result.missing_words})")
    if row.provisional:
        notes.append(f"provisional ({scrubbed('; '.join(result.provisional))})")
    if row.lean and row.lean != "balanced":
        notes.append(f"leans {row.lean}")
    if row.ties:
        notes.append(f"ties with {shown_names(row.ties)}")
    return [*notes, *noise_words(result), *result.notes]


def print_board(board: BoardResults) -> None:
    """The board, and in words what its reader must know."""
    console.print(board_table(board, console.width))
    for result in board.models:
        if notes := _notes(result):
            console.print(Text(f"{result.model.name}: {', '.join(notes)}"))
    if any(result.row.margin is not None for result in board.models):
        console.print(MARGIN_LEAVES_OUT, style="dim")
    if not board.models:
        console.print("No model has been measured yet: crucibleforge run MODEL", style="dim")
    elif board.judge is None and board.waits_for_judge:
        console.print("No judge has been used yet, so chat has no points. Name one with --judge MODEL.", style="dim")
    elif board.judge is None and board.needed_no_judge:
        console.print("No judge was needed: no chat got past the rules that gate it.", style="dim")
    elif board.judge is not None and not board.judge.passed:
        console.print(f"Judge {board.judge.judge} failed its calibration: chat stays unjudged.", style="yellow")
    elif board.rated is not None:
        console.print(Text(f"Chat judged by {board.rated.name}: {board.rated.words}.", style="dim"))
    if board.other_judges:
        others = ", ".join(board.other_judges)
        console.print(Text(f"Judged as well, and not shown: by {others} (--judged-by NAME).", style="dim"))
    print_alike(board)


def print_case(result: CaseResult, *, every_check: bool) -> None:
    """One case with the evidence for every lost check; or for every check, and the judge's votes with it."""
    shown = shown_share(result.credit) if result.credit is not None else result.state
    cost = f"  {shown_cost(result.cost)}" if result.cost else ""
    console.print(
        Text.assemble((f"{result.case.name}  ", "bold"), result.case.title, ("  ", ""), (shown, "bold"), (cost, "dim"))
    )
    if result.note:
        console.print(Text(f"  {scrubbed(result.note)}", style="yellow"))
    if result.further:
        each = " ".join(shown_share(one.credit) for one in result.attempts)
        console.print(Text(f"  attempts: {each}", style="dim"))
    for check in result.checks:
        if every_check or check.credit is None or check.credit < 1:
            print_check(check)
        if every_check and check.id in result.verdicts:
            print_votes(result.verdicts[check.id])


def print_check(check: Check) -> None:
    """One line for a check and, indented, its evidence."""
    mark, style = ("?", "yellow") if check.credit is None else ("✓", "green") if check.credit == 1 else ("✗", "red")
    part = f" {shown_share(check.credit)}" if check.credit not in (None, 0, 1) else ""
    gate = " [gate]" if check.gate else ""
    title = f": {check.title}" if check.title and check.title != check.id else ""
    console.print(Text.assemble((f"  {mark} ", style), (f"{check.id}{gate}{part}", "bold"), title))
    for line in scrubbed(check.evidence).splitlines():
        console.print(Text("      ").append_text(plain(line)), style="dim")


def print_setup(check: SetupCheck) -> None:
    """One line for a check of a set-up: a cross for what makes a row provisional, a dash for what is only told."""
    mark, style = _SETUP_MARKS[check.state] if not check.told_only else ("–", "yellow")
    console.print(Text.assemble((f"{mark} ", style), (f"{check.name:14}", "bold"), plain(scrubbed(check.words))))


def print_manners(stack: Mapping[str, str], learned: Learned) -> None:
    """What runs a model, and how its endpoint wants to be asked and read."""
    for name, value in stack.items():
        console.print(Text.assemble(("  ", ""), (f"{name}: ", "bold"), plain(scrubbed(value))))
    for words in learned.words or ("no habit of its own is known",):
        console.print(Text.assemble(("  dialect: ", "bold"), plain(scrubbed(words))))


def check_json(check: Check) -> dict[str, Any]:
    """A check in the stable shape of `grade-reply`."""
    return {
        "id": check.id,
        "credit": check.credit,
        "weight": check.weight,
        "gate": check.gate,
        "by": check.by,
        "evidence": check.evidence,
    }
