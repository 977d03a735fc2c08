"""How far two models must be apart for so many cases to tell them apart, and how many cases a smaller distance takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from ._parts import TOLERANCE

__all__ = ["detectable", "more_cases", "spread_of_cases"]

POWER = 0.80
REACH = NormalDist().inv_cdf(0.95) + NormalDist().inv_cdf(POWER)
"""In standard errors: a true difference so far from 0 leaves the central 90 % above 0 four times in five."""


def spread_of_cases(gaps: Sequence[float], cases: int) -> float | None:
    """The variance of one part's difference, from its redraws; None for a single case, which shows no spread at all.

    Redraws of n cases spread by (n - 1) / n too little, since they take the cases for all there are.
    """
    if cases < 2:
        return None
    mean = math.fsum(gaps) / len(gaps)
    return math.fsum((gap - mean) ** 2 for gap in gaps) / len(gaps) * cases / (cases - 1)


def detectable(variance: float) -> float:
    """The smallest true difference, in points, that as many cases as these would find four times in five."""
    return REACH * math.sqrt(variance)


def more_cases(points: float, variance: float, cases: int) -> int | None:
    """How many cases more, of the same mix, would find a true difference of `points` four times in five.

    The variance falls as the cases grow, so k times the cases find a difference that is the root of k times smaller.

    Returns: at least 1; None where the difference is 0, which no number of cases can find.
    """
    if abs(points) <= TOLERANCE:
        return None
    return max(1, math.ceil(cases * ((detectable(variance) / points) ** 2 - 1)))
