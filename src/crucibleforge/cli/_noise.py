"""What further attempts at the same cases show, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from crucibleforge.board import ModelResult
from crucibleforge.score import shown_percent, shown_points

MARGIN_LEAVES_OUT = "± says how far other cases would move a figure; it does not cover run-to-run noise."


def noise_words(result: ModelResult) -> Iterator[str]:
    """How far the model's figures move from attempt to attempt; nothing where no case was asked twice."""
    if (found := result.spread) is None:
        return
    if found.total is None:
        yield "some cases were credited once only, so that the Total has no spread between attempts"
    else:
        totals = f"{shown_points(min(found.totals))} to {shown_points(max(found.totals))}"
        yield f"{found.attempts} attempts: Totals {totals}; spread ± {shown_points(found.total)}; the first one counts"
    chances = result.pass_hat
    if len(chances) > 1:
        yield (
            f"code cases with full credit: {shown_percent(chances[0])} % in one attempt, "
            f"{shown_percent(chances[-1])} % in each of {len(chances)} (pass^{len(chances)})"
        )


def noise_json(result: ModelResult) -> dict[str, Any] | None:
    """The spread and pass^k; null where no case was asked twice."""
    return None if result.spread is None else {**asdict(result.spread), "pass_hat": list(result.pass_hat)}
