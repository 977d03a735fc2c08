"""The margin's redraws: the same cases drawn again with replacement, each redraw scored in full, for many models at once.

A redraw depends on the profile's seed and on positions alone (of a part, of a pack, of a case), never on a model, so that equal
credits give equal margins and two models can be compared draw by draw.

Sums go case by case, each step over all models and redraws, and order statistics are interpolated here: every operation is one that
IEEE 754 rounds in one way only, so that the digits are the same on every machine and with every numpy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crucibleforge.core.profile import Part, Profile

from ._parts import TOLERANCE, UNLOCK_SHARE, PartScore, case_weights, tiers

__all__ = [
    "REDRAWS",
    "Draws",
    "Floats",
    "PartDraws",
    "Redrawn",
    "central",
    "draw_all",
    "draw_indices",
    "redraw_part",
]

REDRAWS = 1_000
LOW_PERCENT, HIGH_PERCENT = 5, 95

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
    """A figure of several models, and what it became in each redraw."""

    points: tuple[float | None, ...]
    """One for each model; None where a standard case has no credit."""
    draws: Floats
    """Shape (redraws, models); without meaning where the points are None."""

    @classmethod
    def nothing(cls, models: int, redraws: int) -> Redrawn:
        """The sum of no figures."""
        return cls((0.0,) * models, np.zeros((redraws, models)))

    def __add__(self, other: Redrawn) -> Redrawn:
        pairs = zip(self.points, other.points, strict=True)
        points = tuple(None if one is None or more is None else one + more for one, more in pairs)
        return Redrawn(points, self.draws + other.draws)

    def margins(self) -> tuple[float | None, ...]:
        """Half the width of the central 90 %, for each model; it does not cover run-to-run noise."""
        low, high = central(self.draws)
        half = ((high - low) / 2).tolist()
        return tuple(None if points is None else width for points, width in zip(self.points, half, strict=True))


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


def redraw_part(
    part: Part, scored: Sequence[PartScore], credits: Sequence[Mapping[str, float]], draws: PartDraws
) -> Redrawn:
    """The part's points of each model with what they became in each redraw.

    A redraw can lock packs that were earned, and unlocks only those that were earned and run.
    """
    share = _redrawn_means(_values(part.cases, credits), draws.standard, case_weights(part))
    points = share * part.points + _redraw_packs(part, scored, credits, draws, _reach(share))
    return Redrawn(tuple(found.points for found in scored), points)


def _redraw_packs(
    part: Part,
    scored: Sequence[PartScore],
    credits: Sequence[Mapping[str, float]],
    draws: PartDraws,
    earned: NDArray[np.bool_],
) -> Floats:
    run = {pack.id: np.zeros(len(scored), np.bool_) for pack in part.packs}
    for model, found in enumerate(scored):
        for own in found.packs:
            run[own.id][model] = own.state == "scored"
    bonus = np.zeros(earned.shape)
    for tier in tiers(part):
        still_earned = earned
        for pack in tier:
            value = _redrawn_means(_values(pack.cases, credits), draws.packs[pack.id], [1.0] * len(pack.cases))
            counts = earned & run[pack.id]
            bonus += np.where(counts, value, 0.0)
            still_earned = still_earned & counts & _reach(value)
        earned = still_earned
    return bonus


def _values(cases: Sequence[str], credits: Sequence[Mapping[str, float]]) -> Floats:
    """Shape (cases, models); a case that has no credit is left 0, and the figure that it belongs to is not read."""
    return np.array([[own.get(case, 0.0) for own in credits] for case in cases])


def _redrawn_means(values: Floats, drawn: Indices, weights: Sequence[float]) -> Floats:
    """The weighted mean of the drawn cases: shape (redraws, models).

    Distances from the first case are averaged, so that equal credits have exactly that mean in every redraw.
    """
    weight = np.array(weights)
    distance = (values - values[0]) * weight[:, np.newaxis]
    total, weight_sum = np.zeros((len(drawn), values.shape[1])), np.zeros(len(drawn))
    for place in drawn.T:
        total += distance[place]
        weight_sum += weight[place]
    total /= weight_sum[:, np.newaxis]
    total += values[0]
    return total


def _reach(values: Floats) -> NDArray[np.bool_]:
    reached: NDArray[np.bool_] = values >= UNLOCK_SHARE - TOLERANCE
    return reached


def central(draws: Floats) -> tuple[Floats, Floats]:
    """The ends of the central 90 % along the first axis (5th and 95th percentile, linear interpolation)."""
    steps = len(draws) - 1
    places = [divmod(steps * percent, 100) for percent in (LOW_PERCENT, HIGH_PERCENT)]
    near = sorted({min(rank + more, steps) for rank, _ in places for more in (0, 1)})
    ordered = np.partition(np.ascontiguousarray(draws.T), near, axis=-1).T
    low, high = (
        ordered[rank] + (ordered[min(rank + 1, steps)] - ordered[rank]) * (rest / 100) for rank, rest in places
    )
    return low, high
