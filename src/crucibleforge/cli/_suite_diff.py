"""What `suite diff` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from crucibleforge.core.words import count_of
from crucibleforge.run import Action
from crucibleforge.score import MISSING, Row, shown_points, shown_share, shown_usd
from crucibleforge.suite import Suite
from crucibleforge.workshop import CaseDifference, Effect, RowMove, SuiteDifference, Work

from ._output import console, cost_json, plain

_FOLLOWS = {"question": "ask again", "judge": "judge again", "check": "grade again"}
_STEPS = {Action.ASK: "ask again", Action.JUDGE: "judge again", Action.GRADE: "grade again"}
UNKNOWN = "unknown until asked or judged"


def diff_json(found: SuiteDifference, follows: Effect | None) -> dict[str, Any]:
    """Everything as one document; null where something is not known before a model is asked."""
    return {
        "cases": [
            {
                "case": each.case.id,
                "what": each.what,
                "moved": list(each.words),
                "words": {aspect: list(words) for aspect, words in each.words.items()},
            }
            for each in found.cases
        ],
        "profile": list(found.profile),
        "program": list(found.program),
        **({} if follows is None else _effect_json(follows)),
    }


def _effect_json(follows: Effect) -> dict[str, Any]:
    return {
        "work": {action: _work_json(work) for action, work in follows.work.items()},
        "stale": [
            {"model": item.model, "case": item.case.id, "attempt": item.attempt, "action": item.action}
            for item in follows.stale
        ],
        "credits": [
            {"model": move.model, "case": move.case.id, "before": move.before, "after": move.after}
            for move in follows.credits
        ],
        "rows": [
            {"model": move.before.model, "before": _row_json(move.before), "after": _row_json(move.after)}
            for move in follows.rows
        ],
        "ranks_known": follows.ranks_known,
    }


def _work_json(work: Work) -> dict[str, Any]:
    return {"answers": work.answers, "calls": work.calls, "tokens": work.tokens, "cost": cost_json(work.cost)}


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "total": row.total,
        "margin": row.margin,
        "sections": dict(row.sections),
        "class": row.class_name,
        "rank": row.rank,
        "ties": list(row.ties),
    }


def print_diff(before: str, after: Suite, found: SuiteDifference, follows: Effect | None) -> None:
    """Tables for people."""
    if not found.cases and not found.profile and not found.program:
        console.print(f"Nothing that counts differs from {before}.", soft_wrap=True)
        return
    table = Table("case", "so", "what changed", title=f"{after.title}, beside {before}", title_justify="left")
    for each in found.cases:
        table.add_row(plain(each.case.name), _what(each), plain("\n".join(_words(each.words))))
    if found.profile:
        table.add_row("profile", "score again", plain("\n".join(found.profile)))
    if found.program:
        table.add_row("program", "grade or judge again", plain("\n".join(found.program)))
    console.print(table)
    if follows is not None:
        _print_effect(follows)


def _what(found: CaseDifference) -> str:
    return ", ".join(_FOLLOWS[aspect] for aspect in found.words) if found.what == "changed" else found.what


def _words(words: Mapping[Any, tuple[str, ...]]) -> Iterator[str]:
    for aspect, changed in words.items():
        yield from changed or (f"{aspect}: changed in its form alone",)


def _print_effect(follows: Effect) -> None:
    for action, work in follows.work.items():
        console.print(f"{_STEPS[action]}: {_work_words(work)}", soft_wrap=True)
    if not follows.work:
        console.print("No stored answer has to be asked, judged or graded again.")
    waiting = Counter(move.model for move in follows.credits if move.after is None)
    moved = [move for move in follows.credits if move.after is not None]
    if moved:
        table = Table("model", "case", "credit before", "after", title="Credits that move", title_justify="left")
        for move in moved:
            table.add_row(plain(move.model), move.case.name, shown_share(move.before), shown_share(move.after))
        console.print(table)
    for model, count in waiting.items():
        console.print(plain(f"{model}: {count} credits {UNKNOWN}"))
    if follows.rows:
        table = Table("model", "Total", "class", "rank", "ties", title="Rows that move", title_justify="left")
        for row in follows.rows:
            table.add_row(plain(row.before.model), *_cells(row, ranks_known=follows.ranks_known))
        console.print(table)
    elif not waiting:
        console.print("No row moves.")


def _work_words(work: Work) -> str:
    answers = count_of(work.answers, "answer")
    if not work.calls:
        return f"{answers}, no model is called"
    tokens = "tokens not known" if work.tokens is None else f"about {work.tokens:,} tokens"
    cost = "price not known" if work.cost is None else f"about {shown_usd(work.cost.usd)}"
    return f"{answers}, {work.calls} calls, {tokens}, {cost}, by what they took before"


def _cells(move: RowMove, *, ranks_known: bool) -> Iterator[str]:
    before, after = move.before, move.after
    yield _step(_total(before), _total(after) if after.total is not None else UNKNOWN)
    yield _step(before.class_name or MISSING, after.class_name or (UNKNOWN if after.partial else MISSING))
    yield _step(_rank(before), _rank(after) if ranks_known else UNKNOWN)
    yield _step(", ".join(before.ties) or "none", (", ".join(after.ties) or "none") if ranks_known else UNKNOWN)


def _step(before: str, after: str) -> str:
    return before if before == after else f"{before} -> {after}"


def _total(row: Row) -> str:
    return MISSING if row.total is None else f"{shown_points(row.total)} ± {shown_points(row.margin)}"


def _rank(row: Row) -> str:
    return MISSING if row.rank is None else f"{row.rank}"
