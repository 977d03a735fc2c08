"""In which order to ask: the longest conversations first, so that none of them is left running alone at the end."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from crucibleforge.core.case import Case, ExpectStep, SessionContent, ToolsContent

T = TypeVar("T")


def longest_first(items: Sequence[T], lengths: Sequence[float]) -> list[T]:
    """The items by falling length; equal ones as they came."""
    order = sorted(range(len(items)), key=lambda index: -lengths[index])
    return [items[index] for index in order]


def expected_lengths(ceilings: Mapping[str, int], measured: Collection[Mapping[str, int]]) -> dict[str, float]:
    """How long each case's conversation will be, as a multiple of an average one.

    What a case took of other models counts, each model on its own scale, since some are wordier than others; a case that
    none of them has answered is judged by its budget.

    Args:
        ceilings: case id -> the most tokens that its replies may take together.
        measured: for each model that has answered some of the cases: case id -> tokens of its replies.
    """
    known = [_relative(lengths) for lengths in measured]
    budgeted = _relative(ceilings)
    return {
        case_id: statistics.median([lengths[case_id] for lengths in known if case_id in lengths] or [budgeted[case_id]])
        for case_id in ceilings
    }


def ceiling(case: Case) -> int:
    """The most tokens that a case's replies may take together."""
    match case.content:
        case SessionContent(turns=turns):
            replies = len(turns)
        case ToolsContent(steps=steps):
            replies = sum(isinstance(step, ExpectStep) for step in steps)
        case _:
            replies = 1
    return case.budget.max_tokens * replies


def _relative(lengths: Mapping[str, int]) -> dict[str, float]:
    mean = statistics.fmean(lengths.values()) if lengths else 0.0
    return {case_id: length / mean if mean else 1.0 for case_id, length in lengths.items()}
