"""The points of one part: its standard share, and the bonus sets that the share has earned."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from crucibleforge.core.profile import Pack, Part

__all__ = ["TOLERANCE", "UNLOCK_SHARE", "PackScore", "PackState", "PartScore", "case_weights", "score_part", "tiers"]

PackState = Literal["locked", "unlocked", "pending", "scored"]

UNLOCK_SHARE = 0.90
TOLERANCE = 1e-9
"""Float noise that no comparison may turn on."""


@dataclass(frozen=True, slots=True)
class PackScore:
    """Where one bonus set stands. Only a scored one has points."""

    id: str
    tier: int
    state: PackState
    points: float
    missing: tuple[str, ...] = ()
    """Questions without a credit."""


@dataclass(frozen=True, slots=True)
class PartScore:
    """One part of one model's row. Unknown figures are None, never 0."""

    id: str
    share: float | None
    standard: float | None
    """Points of the standard cases."""
    bonus: float
    """Points of the scored packs."""
    marker: str | None
    """"(set N)" or "MAX"."""
    packs: tuple[PackScore, ...]
    missing: tuple[str, ...]
    """Standard cases without a credit."""
    lowest: float
    """The share if every missing case earned nothing."""
    highest: float
    """The share if every missing case earned all."""

    @property
    def points(self) -> float | None:
        """Standard points and bonus together."""
        return None if self.standard is None else self.standard + self.bonus


def score_part(part: Part, credits: Mapping[str, float], *, begun: Collection[str] = ()) -> PartScore:
    """Score one part; a case that `credits` lacks is missing, not failed.

    Args:
        begun: cases that were asked though their credit is not known yet; they tell a pending pack from an untouched one.
    """
    missing = tuple(case for case in part.cases if case not in credits)
    lowest, highest = (_share(part, credits, missing_as=value) for value in (0.0, 1.0))
    share = None if missing else lowest
    packs = tuple(_score_packs(part, share, credits, {*begun, *credits}))
    return PartScore(
        id=part.id,
        share=share,
        standard=None if share is None else share * part.points,
        bonus=math.fsum(pack.points for pack in packs),
        marker=_marker(share, packs),
        packs=packs,
        missing=missing,
        lowest=lowest,
        highest=highest,
    )


def tiers(part: Part) -> Iterator[tuple[Pack, ...]]:
    """The part's packs, one tuple for each tier, easiest first."""
    for _, packs in groupby(sorted(part.packs, key=_tier), key=_tier):
        yield tuple(packs)


def case_weights(part: Part) -> list[float]:
    """The weight of each standard case, in order."""
    return [part.weights.get(case, 1.0) for case in part.cases]


def _tier(pack: Pack) -> int:
    return pack.tier


def _share(part: Part, credits: Mapping[str, float], *, missing_as: float) -> float:
    weights = case_weights(part)
    values = [credits.get(case, missing_as) for case in part.cases]
    return math.fsum(w * v for w, v in zip(weights, values, strict=True)) / math.fsum(weights)


def _score_packs(
    part: Part, share: float | None, credits: Mapping[str, float], begun: Collection[str]
) -> Iterator[PackScore]:
    earned = share is not None and _reaches(share)
    for tier in tiers(part):
        # A tier unlocks as a whole: once any of its questions was asked, what is still missing is pending.
        touched = any(case in begun for pack in tier for case in pack.cases)
        waiting: PackState = "locked" if not earned else "pending" if touched else "unlocked"
        scores = [_score_pack(pack, credits, waiting) for pack in tier]
        yield from scores
        earned = earned and all(_conquered(score) for score in scores)


def _score_pack(pack: Pack, credits: Mapping[str, float], waiting: PackState) -> PackScore:
    """The pack's score, or the state it waits in while it is locked or a question has no credit."""
    missing = tuple(case for case in pack.cases if case not in credits)
    if waiting == "locked" or missing:
        return PackScore(pack.id, pack.tier, waiting, 0.0, missing)
    value = math.fsum(credits[case] for case in pack.cases) / len(pack.cases)
    return PackScore(pack.id, pack.tier, "scored", value)


def _marker(share: float | None, packs: tuple[PackScore, ...]) -> str | None:
    if share is not None and _reaches(share) and packs and all(_conquered(pack) for pack in packs):
        return "MAX"
    scored = [pack.tier for pack in packs if pack.state == "scored"]
    return f"(set {max(scored)})" if scored else None


def _conquered(pack: PackScore) -> bool:
    return pack.state == "scored" and _reaches(pack.points)


def _reaches(share: float) -> bool:
    return share >= UNLOCK_SHARE - TOLERANCE
