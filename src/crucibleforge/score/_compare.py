"""Two models on the same redraws: how far apart, and how sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from crucibleforge.core.profile import Profile

from ._credit import Attempts, case_credits
from ._parts import TOLERANCE
from ._redraw import Redrawn, central, draw_all
from ._tally import tally

__all__ = ["CasePair", "Comparison", "Difference", "compare"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Points of A minus points of B. The interval does not cover run-to-run noise."""

    points: float
    low: float
    high: float
    """`low` to `high` is the central 90 % of the redraws."""
    odds: float
    """The share of redraws in which A is ahead; ties count half."""


@dataclass(frozen=True, slots=True)
class CasePair:
    """One case's credits side by side; None where one is not known."""

    case_id: str
    a: float | None
    b: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A against B. A figure is None, or absent, where a standard case of either is missing."""

    total: Difference | None
    sections: Mapping[str, Difference]
    parts: Mapping[str, Difference]
    cases: tuple[CasePair, ...]
    """Every standard case, in the profile's order."""


def compare(profile: Profile, a: Attempts, b: Attempts) -> Comparison:
    """Compare two models draw by draw on the cases they were both asked.

    Raises:
        UserError: for a credit that is not a number from 0 to 1.
    """
    draws = draw_all(profile)
    one, other = tally(profile, "A", a, draws), tally(profile, "B", b, draws)
    return Comparison(
        total=_difference(one.total, other.total),
        sections=_differences(one.sections, other.sections),
        parts=_differences(one.part_points, other.part_points),
        cases=_pairs(profile, case_credits("A", a), case_credits("B", b)),
    )


def _differences(a: Mapping[str, Redrawn | None], b: Mapping[str, Redrawn | None]) -> dict[str, Difference]:
    found = {name: _difference(a[name], b[name]) for name in a}
    return {name: difference for name, difference in found.items() if difference is not None}


def _difference(a: Redrawn | None, b: Redrawn | None) -> Difference | None:
    if a is None or b is None:
        return None
    gaps = a.draws - b.draws
    low, high = central(gaps)
    ahead, behind = np.count_nonzero(gaps > TOLERANCE), np.count_nonzero(gaps < -TOLERANCE)
    odds = 0.5 + (ahead - behind) / (2 * len(gaps))
    return Difference(points=a.points - b.points, low=low, high=high, odds=float(odds))


def _pairs(profile: Profile, a: Mapping[str, float], b: Mapping[str, float]) -> tuple[CasePair, ...]:
    return tuple(CasePair(case, a.get(case), b.get(case)) for part in profile.parts() for case in part.cases)
