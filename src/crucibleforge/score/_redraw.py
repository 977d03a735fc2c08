"""The margin's redraws: the same cases drawn again with replacement, each redraw scored in full.

A redraw depends on the profile's seed and on positions alone (of a part, of a pack, of a case), never on a model, so that equal
credits give equal margins and two models can be compared draw by draw.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crucibleforge.core.profile import Part, Profile

from ._parts import TOLERANCE, UNLOCK_SHARE, PartScore, tiers

__all__ = [
    "REDRAWS",
    "Draws",
    "Floats",
    "PartDraws",
    "central",
    "draw_all",
    "draw_indices",
    "redraw_part",
]

REDRAWS = 1_000
LOW_PERCENTILE, HIGH_PERCENTILE = 5.0, 95.0

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PartDraws:
    """Which cases each redraw takes, as positions; one row for each redraw."""

    standard: Indices
    """Shape (redraws, standard cases)."""
    packs: Mapping[str, Indices]
    """Pack id -> shape (redraws, questions of the pack)."""


Draws = Mapping[str, PartDraws]
"""Part id -> its redraws."""


@dataclass(frozen=True, slots=True, eq=False)
class Redrawn:
    """A figure and what it became in each redraw."""

    points: float
    draws: Floats
    """Shape (redraws,)."""

    @property
    def margin(self) -> float:
        """Half the width of the central 90 %; it does not cover run-to-run noise."""
        low, high = central(self.draws)
        return (high - low) / 2


def added(figures: Sequence[Redrawn | None]) -> Redrawn | None:
    """The sum of figures, redraw by redraw; None when one of them is unknown."""
    known = [figure for figure in figures if figure is not None]
    if not known or len(known) < len(figures):
        return None
    return Redrawn(math.fsum(figure.points for figure in known), np.sum([figure.draws for figure in known], axis=0))


def draw_all(profile: Profile, *, redraws: int = REDRAWS) -> Draws:
    """The redraws of every part; each part and pack has a stream of its own, so that adding one moves no other."""
    draws: dict[str, PartDraws] = {}
    for number, part in enumerate(profile.parts()):
        standard = draw_indices(profile.seed, (number, 0), redraws, len(part.cases))
        packs = {
            pack.id: draw_indices(profile.seed, (number, place), redraws, len(pack.cases))
            for place, pack in enumerate(part.packs, start=1)
        }
        draws[part.id] = PartDraws(standard, packs)
    return draws


def draw_indices(seed: str, stream: tuple[int, ...], redraws: int, size: int) -> Indices:
    """`redraws` rows of `size` positions below `size`, the same digits on every machine and numpy.

    Only the generator's raw 64-bit words are used, since numpy promises those and not its methods. The upper 32 bits are scaled to
    the range, which favours no position by more than size / 2**32.
    """
    entropy = int.from_bytes(hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()[:16], "big")
    words = np.random.PCG64(np.random.SeedSequence(entropy, spawn_key=stream)).random_raw(redraws * size)
    scaled = ((words >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32)
    indices: Indices = scaled.astype(np.int64).reshape(redraws, size)
    return indices


def redraw_part(part: Part, scored: PartScore, credits: Mapping[str, float], draws: PartDraws) -> Redrawn | None:
    """The part's points with what they became in each redraw; None when a standard case has no credit.

    A redraw can lock packs that were earned, and unlocks only those that were earned and run.
    """
    if scored.points is None:
        return None
    values = np.array([credits[case] for case in part.cases])
    weights = np.array([part.weights.get(case, 1.0) for case in part.cases])
    drawn = weights[draws.standard]
    share: Floats = (drawn * values[draws.standard]).sum(axis=1) / drawn.sum(axis=1)
    return Redrawn(scored.points, share * part.points + _redraw_packs(part, scored, credits, draws, _reach(share)))


def _redraw_packs(
    part: Part, scored: PartScore, credits: Mapping[str, float], draws: PartDraws, earned: NDArray[np.bool_]
) -> Floats:
    run = {pack.id for pack in scored.packs if pack.state == "scored"}
    bonus = np.zeros(earned.shape)
    for tier in tiers(part):
        still_earned = earned
        for pack in tier:
            if pack.id not in run:
                still_earned = np.zeros_like(earned)
                continue
            value = np.array([credits[case] for case in pack.cases])[draws.packs[pack.id]].mean(axis=1)
            bonus += np.where(earned, value, 0.0)
            still_earned = still_earned & _reach(value)
        earned = still_earned
    return bonus


def _reach(values: Floats) -> NDArray[np.bool_]:
    reached: NDArray[np.bool_] = values >= UNLOCK_SHARE - TOLERANCE
    return reached


def central(draws: Floats) -> tuple[float, float]:
    """The ends of the central 90 % (5th and 95th percentile, linear interpolation)."""
    low, high = np.percentile(draws, [LOW_PERCENTILE, HIGH_PERCENTILE], method="linear")
    return float(low), float(high)
