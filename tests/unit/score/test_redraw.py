from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from crucibleforge.core.profile import Pack, Part, Profile
from crucibleforge.score import score
from crucibleforge.score._parts import score_part
from crucibleforge.score._redraw import REDRAWS, PartDraws, central, draw_all, draw_indices, redraw_part
from tests.unit.score.profiles import one_part


def test_the_draws_of_a_seed_are_these_digits_for_ever() -> None:
    drawn = draw_indices("mako 0.1", (2, 1), 3, 6)
    assert drawn.tolist() == [[0, 0, 1, 1, 4, 2], [1, 1, 1, 3, 5, 3], [0, 3, 5, 3, 2, 3]]


def test_another_seed_or_stream_draws_otherwise() -> None:
    drawn = draw_indices("mako 0.1", (0, 0), 20, 6).tolist()
    assert drawn != draw_indices("mako 0.2", (0, 0), 20, 6).tolist()
    assert drawn != draw_indices("mako 0.1", (0, 1), 20, 6).tolist()
    assert drawn != draw_indices("mako 0.1", (1, 0), 20, 6).tolist()


def test_every_position_is_drawn_equally_often() -> None:
    counts = np.bincount(draw_indices("s", (0, 0), 10_000, 6).ravel())
    expected = 10_000.0
    assert ((counts - expected) ** 2 / expected).sum() < 20.5  # chi-square with 5 degrees, p = 0.001


def test_a_new_pack_leaves_every_other_draw_alone() -> None:
    before, after = (draw_all(profile) for profile in (one_part("a", "b"), one_part("a", "b", packs=(PACK,))))
    assert np.array_equal(before["p"].standard, after["p"].standard)


PACK = Pack("P", 1, ("q1", "q2"))
HIGHER = Pack("H", 2, ("h",))
EXAMPLES = [
    (one_part("a", "b", "c"), {"a": 0.2, "b": 0.9, "c": 0.6}),
    (one_part("a", "b", "c", "d"), {"a": 0.0, "b": 1.0, "c": 1.0, "d": 0.3}),
    (one_part("a", "b", packs=(PACK,)), {"a": 1.0, "b": 0.85, "q1": 0.2, "q2": 1.0}),
    (one_part("a", "b", packs=(PACK, HIGHER)), {"a": 1.0, "b": 0.9, "q1": 0.8, "q2": 1.0, "h": 0.7}),
]


@pytest.mark.parametrize(("profile", "credits"), EXAMPLES)
@pytest.mark.parametrize("seed", ["", "mako 0.1", "other"])
def test_the_sampled_interval_agrees_with_exact_enumeration(
    profile: Profile, credits: dict[str, float], seed: str
) -> None:
    part = next(profile.parts())
    exact = enumerated(part, credits)
    drawn = draw_all(Profile(profile.sections, seed))["p"]
    redrawn = redraw_part(part, score_part(part, credits), credits, drawn)
    assert redrawn is not None
    four_sigma = 4 * np.sqrt(0.05 * 0.95 / REDRAWS)
    for found, percentile in zip(central(redrawn.draws), (0.05, 0.95), strict=True):
        around = [percentile - four_sigma, percentile + four_sigma]
        lowest, highest = np.quantile(exact, around, method="inverted_cdf")
        assert lowest - 1e-9 <= found <= highest + 1e-9
    spread = np.std(exact) / np.sqrt(REDRAWS)
    assert np.mean(redrawn.draws) == pytest.approx(np.mean(exact), abs=4 * spread)


def enumerated(part: Part, credits: dict[str, float]) -> list[float]:
    """The points of every equally likely redraw, each scored by the plain rules with the drawn credits put in place."""
    groups: list[Sequence[str]] = [part.cases, *(pack.cases for pack in part.packs)]
    spots = [case for group in groups for case in group]
    totals = []
    for drawn in product(*(product(group, repeat=len(group)) for group in groups)):
        redraw = [credits[case] for group in drawn for case in group]
        points = score_part(part, dict(zip(spots, redraw, strict=True))).points
        assert points is not None
        totals.append(points)
    return totals


def test_a_redraw_never_unlocks_a_pack_that_was_not_earned() -> None:
    profile = one_part("a", "b", packs=(PACK,))
    margin = score(profile, {"m": {"a": [1.0], "b": [0.7], "q1": [1.0], "q2": [1.0]}})["m"].margin
    assert margin == pytest.approx((10 - 7) / 2)


def test_a_pending_pack_adds_nothing_to_any_redraw() -> None:
    profile = one_part("a", "b", packs=(PACK,))
    row = score(profile, {"m": {"a": [1.0], "b": [1.0], "q1": [1.0]}})["m"]
    assert (row.total, row.margin) == (10.0, 0.0)


def test_drawing_every_case_once_gives_the_points_back() -> None:
    part = Part("p", "P", 3, ("a", "b"), weights={"a": 2}, packs=(PACK,))
    credits = {"a": 1.0, "b": 0.8, "q1": 0.5, "q2": 0.25}
    scored = score_part(part, credits)
    once = redraw_part(part, scored, credits, PartDraws(np.array([[0, 1]]), {"P": np.array([[0, 1]])}))
    assert once is not None
    assert once.draws == pytest.approx([scored.points])
