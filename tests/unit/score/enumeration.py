"""What a part's redraws become when all of them are scored, and not a thousand drawn ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from crucibleforge.core.profile import Part
from crucibleforge.score._parts import score_part
from crucibleforge.score._redraw import REDRAWS, Floats, central


def enumerated(part: Part, credits: Mapping[str, float]) -> list[float]:
    """The points of every equally likely redraw, each scored by the plain rules with the drawn cases put in place."""
    run = {pack.id for pack in score_part(part, credits).packs if pack.state == "scored"}
    part = replace(part, packs=tuple(pack for pack in part.packs if pack.id in run))
    groups: list[Sequence[str]] = [part.cases, *(pack.cases for pack in part.packs)]
    spots = [case for group in groups for case in group]
    totals = []
    for drawn in product(*(product(group, repeat=len(group)) for group in groups)):
        cases = [case for group in drawn for case in group]
        weights = {spot: part.weights.get(case, 1.0) for spot, case in zip(spots, cases, strict=True)}
        redrawn = {spot: credits[case] for spot, case in zip(spots, cases, strict=True)}
        points = score_part(replace(part, weights=weights), redrawn).points
        assert points is not None
        totals.append(points)
    return totals


def assert_sampled_from(draws: Floats, exact: Sequence[float]) -> None:
    """The central 90 % and the mean of the draws are what a thousand draws of these values give, within five sigma."""
    reach = 5 * np.sqrt(0.05 * 0.95 / REDRAWS)
    for found, percentile in zip(central(draws), (0.05, 0.95), strict=True):
        around = [percentile - reach, percentile + reach]
        lowest, highest = np.quantile(exact, around, method="inverted_cdf")
        assert lowest - 1e-9 <= found <= highest + 1e-9
    assert abs(np.mean(draws) - np.mean(exact)) <= 5 * np.std(exact) / np.sqrt(REDRAWS) + 1e-9
    assert set(np.round(draws, 9)) <= set(np.round(exact, 9))
