"""Two models on the same redraws: how far apart, how sure, and which cases decide it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from crucibleforge.core.profile import Part, Profile

from ._credit import Attempts, case_credits
from ._parts import TOLERANCE, PartScore, case_weights
from ._power import detectable, more_cases, spread_of_cases
from ._redraw import Floats, Redrawn, central, draw_all
from ._tally import tally

__all__ = ["CasePair", "Comparison", "Difference", "compare"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Points of A minus points of B. Nothing here covers run-to-run noise."""

    points: float
    low: float
    high: float
    """`low` to `high` is the central 90 % of the redraws."""
    odds: float
    """The share of redraws in which A is ahead; ties count half."""
    cases: int
    """Standard cases that it rests on."""
    detectable: float | None
    """The smallest true difference that so many cases would find four times in five; None where parts have one case only."""
    more_cases: int | None
    """How many more cases of this mix would find this difference, if it is the true one, four times in five.

    None where the models are separable, where they are exactly level, and where parts have one case only.
    """

    @property
    def leader(self) -> Literal["A", "B"] | None:
        """A or B, where the central 90 % lies on one side of 0; None: not separable."""
        return "A" if self.low > TOLERANCE else "B" if self.high < -TOLERANCE else None


@dataclass(frozen=True, slots=True)
class CasePair:
    """One case's credits side by side; None where one is not known, or does not count since its pack is not scored."""

    case_id: str
    part: str
    a: float | None
    b: float | None
    points: float | None
    """What it adds to the difference; None while its part is not known of both. All cases of a figure add up to its difference."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A against B. A figure is None, or absent, where a standard case of either is missing."""

    total: Difference | None
    sections: Mapping[str, Difference]
    parts: Mapping[str, Difference]
    cases: tuple[CasePair, ...]
    """Every standard case and every pack question that counts for one of them, in the profile's order."""

    @property
    def deciding(self) -> tuple[CasePair, ...]:
        """The cases that make the difference, heaviest first."""
        apart = [pair for pair in self.cases if abs(pair.points or 0.0) > TOLERANCE]
        return tuple(sorted(apart, key=lambda pair: -abs(pair.points or 0.0)))


def compare(profile: Profile, a: Attempts, b: Attempts) -> Comparison:
    """Compare two models draw by draw, on what they were both asked whole: a part, a section, the Total.

    Raises:
        UserError: for a credit that is not a number from 0 to 1.
    """
    found = tally(profile, {"A": a, "B": b}, draw_all(profile))
    counted = [section for section in profile.sections if section.counted]
    credits = case_credits("A", a), case_credits("B", b)
    scored = found.scored[0], found.scored[1]
    return Comparison(
        total=_difference(found.total, [part for section in counted for part in section.parts], found.parts),
        sections=_known(
            {
                section.id: _difference(found.sections[section.id], section.parts, found.parts)
                for section in profile.sections
            }
        ),
        parts=_known({part.id: _difference(found.parts[part.id], [part], found.parts) for part in profile.parts()}),
        cases=tuple(
            pair for part in profile.parts() for pair in _pairs(part, credits, (scored[0][part.id], scored[1][part.id]))
        ),
    )


def _known(found: Mapping[str, Difference | None]) -> dict[str, Difference]:
    return {name: difference for name, difference in found.items() if difference is not None}


def _difference(figure: Redrawn, parts: Sequence[Part], redrawn: Mapping[str, Redrawn]) -> Difference | None:
    """The difference in a figure that is the sum of these parts."""
    a, b = figure.points
    if a is None or b is None:
        return None
    gaps, cases = _gaps(figure), sum(len(part.cases) for part in parts)
    low, high = map(float, central(gaps))
    ahead, behind = np.count_nonzero(gaps > TOLERANCE), np.count_nonzero(gaps < -TOLERANCE)
    variance = _variance(parts, redrawn)
    is_open = low <= TOLERANCE and high >= -TOLERANCE
    return Difference(
        points=a - b,
        low=low,
        high=high,
        odds=0.5 + float(ahead - behind) / (2 * len(gaps)),
        cases=cases,
        detectable=None if variance is None else detectable(variance),
        more_cases=None if variance is None or not is_open else more_cases(a - b, variance, cases),
    )


def _variance(parts: Sequence[Part], redrawn: Mapping[str, Redrawn]) -> float | None:
    """Of the sum of these parts' differences, whose cases are drawn apart from each other."""
    spreads = [spread_of_cases(_gaps(redrawn[part.id]).tolist(), len(part.cases)) for part in parts]
    known = [spread for spread in spreads if spread is not None]
    return math.fsum(known) if len(known) == len(spreads) else None


def _gaps(figure: Redrawn) -> Floats:
    gaps: Floats = figure.draws[:, 0] - figure.draws[:, 1]
    return gaps


def _pairs(
    part: Part, credits: tuple[Mapping[str, float], Mapping[str, float]], scored: tuple[PartScore, PartScore]
) -> Iterator[CasePair]:
    is_known = all(found.points is not None for found in scored)
    weights = case_weights(part)
    whole = math.fsum(weights)
    for case, weight in zip(part.cases, weights, strict=True):
        a, b = (own.get(case) for own in credits)
        yield CasePair(case, part.id, a, b, _gap(a, b) * part.points * weight / whole if is_known else None)
    for pack in part.packs:
        counts = [any(each.id == pack.id and each.state == "scored" for each in found.packs) for found in scored]
        if any(counts):
            for case in pack.cases:
                a, b = (own[case] if is_run else None for own, is_run in zip(credits, counts, strict=True))
                yield CasePair(case, part.id, a, b, _gap(a, b) / len(pack.cases) if is_known else None)


def _gap(a: float | None, b: float | None) -> float:
    """A pack that is not scored is worth 0 points, as a missing standard case never is: it leaves its part unknown."""
    return (a or 0.0) - (b or 0.0)
