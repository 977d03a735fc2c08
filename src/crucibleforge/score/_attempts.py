"""How far a model's figures move when it is asked the same cases again."""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from crucibleforge.core.profile import Part, Profile

from ._parts import TOLERANCE, case_weights, score_part

__all__ = ["Spread", "pass_hat", "spread"]

CENTRAL = NormalDist().inv_cdf(0.95)
"""Half the central 90 %, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The noise of one attempt. It is beside the margin, which says how far other cases would move the figures."""

    attempts: int
    """What every standard case of a counted section has been credited, at least."""
    totals: tuple[float, ...]
    """The Total that the first credits give together, then the second ones, as far as every case has one; without packs."""
    total: float | None
    """Half the width in which 90 % of attempts fall; None where a case was not credited twice."""
    sections: Mapping[str, float | None]
    parts: Mapping[str, float | None]


def spread(profile: Profile, attempts: Mapping[str, Sequence[float]]) -> Spread | None:
    """The spread between attempts at the standard cases; None where no case was credited twice.

    Each case's variance counts with the points that hang on it, and cases are independent of each other. What an attempt earns in
    packs is left out.

    Args:
        attempts: case -> the credit of each attempt that has one, the first first.
    """
    standard = profile.standard_cases()
    if not any(len(attempts.get(case, ())) > 1 for part in profile.parts() for case in part.cases):
        return None
    variances = {part.id: _variance(part, attempts) for part in profile.parts()}
    sections = {section.id: _sum([variances[part.id] for part in section.parts]) for section in profile.sections}
    total = _sum([sections[section.id] for section in profile.sections if section.counted])
    fewest = min(len(attempts.get(case, ())) for case in standard)
    return Spread(
        attempts=fewest,
        totals=tuple(_total(profile, {case: attempts[case][number] for case in standard}) for number in range(fewest)),
        total=_half_width(total),
        sections={name: _half_width(variance) for name, variance in sections.items()},
        parts={name: _half_width(variance) for name, variance in variances.items()},
    )


def pass_hat(attempts: Collection[Sequence[float]]) -> tuple[float, ...]:
    """pass^k for k = 1, 2, …: the chance that a case earns full credit in each of k attempts, over the cases.

    Of n attempts at a case with c passes, C(c, k) of the C(n, k) ways to choose k of them hold passes only; that share has no bias.

    Args:
        attempts: for each case, the credit of each attempt.

    Returns: one figure for each k up to the fewest attempts of a case; none without cases.
    """
    counts = [(len(credits), sum(credit >= 1 - TOLERANCE for credit in credits)) for credits in attempts]
    fewest = min((tried for tried, _ in counts), default=0)
    return tuple(
        math.fsum(math.comb(passed, k) / math.comb(tried, k) for tried, passed in counts) / len(counts)
        for k in range(1, fewest + 1)
    )


def _variance(part: Part, attempts: Mapping[str, Sequence[float]]) -> float | None:
    weights = case_weights(part)
    points = [part.points * weight / math.fsum(weights) for weight in weights]
    credits = [attempts.get(case, ()) for case in part.cases]
    if min(map(len, credits)) < 2:
        return None
    return math.fsum(worth**2 * statistics.variance(values) for worth, values in zip(points, credits, strict=True))


def _sum(variances: Sequence[float | None]) -> float | None:
    known = [variance for variance in variances if variance is not None]
    return math.fsum(known) if len(known) == len(variances) else None


def _half_width(variance: float | None) -> float | None:
    return None if variance is None else CENTRAL * math.sqrt(variance)


def _total(profile: Profile, credits: Mapping[str, float]) -> float:
    parts = (part for section in profile.sections if section.counted for part in section.parts)
    return math.fsum(score_part(part, credits).standard or 0.0 for part in parts)
