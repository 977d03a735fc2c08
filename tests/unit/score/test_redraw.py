import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from crucibleforge.core.profile import Pack, Part, Profile, Section
from crucibleforge.score import credits_from_json, profile_from_bench, score
from crucibleforge.score._parts import score_part
from crucibleforge.score._redraw import REDRAWS, Floats, PartDraws, central, draw_all, draw_indices, redraw_part
from tests.unit.score.enumeration import assert_sampled_from, enumerated
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
    assert_sampled_from(
        redrawn(part, credits, draw_all(Profile(profile.sections, seed))["p"]), enumerated(part, credits)
    )


def redrawn(part: Part, credits: dict[str, float], draws: PartDraws) -> Floats:
    return redraw_part(part, [score_part(part, credits)], [credits], draws).draws[:, 0]


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
    once = redrawn(part, credits, PartDraws(np.array([[0, 1]]), {"P": np.array([[0, 1]])}))
    assert once == pytest.approx([score_part(part, credits).points])


def test_equal_credits_have_no_margin_at_all_whatever_the_weights() -> None:
    part = Part("p", "P", 2.5, ("a", "b", "c"), weights={"a": 0.1, "b": 0.7})
    assert set(redrawn(part, dict.fromkeys("abc", 0.7), draw_all(one_part("a", "b", "c"))["p"])) == {0.7 * 2.5}


def test_the_ends_of_the_central_90_percent_are_interpolated() -> None:
    assert np.array_equal(central(np.arange(101.0)[::-1]), (5.0, 95.0))
    assert np.array_equal(central(np.array([0.0, 1.0])), (0.05, 0.95))
    assert np.array_equal(central(np.array([7.0])), (7.0, 7.0))
    draws = np.random.default_rng(1).random((REDRAWS, 3))
    assert np.stack(central(draws)) == pytest.approx(np.percentile(draws, [5, 95], axis=0))


GOLDEN = Path(__file__).parents[2] / "data" / "golden"


def test_these_margins_have_these_digits_on_every_machine() -> None:
    worked, *_ = json.loads((GOLDEN / "scoring.json").read_text("utf-8"))
    row = score(profile_from_bench({**worked["bench"], "seed": "mako 0.1"}), credits_from_json(worked["credits"]))["m"]
    assert row.margin == 0.8821780303030309
    assert row.section_margins == {"code": 0.8821780303030304, "chat": 0.0, "adult": None}
    assert {name: margin for name, margin in row.part_margins.items() if margin} == {
        "functions": 0.6168749999999996,
        "predict": 0.25833333333333336,
        "tools": 0.41666666666666663,
    }


def test_these_redraws_have_these_bytes_on_every_machine() -> None:
    packs = (Pack("P", 1, ("q1", "q2")), Pack("H", 2, ("h1", "h2", "h3")))
    part = Part("p", "P", 2.5, ("a", "b", "c"), weights={"a": 0.7}, packs=packs)
    credits = {"a": 1.0, "b": 0.95, "c": 0.9, "q1": 1.0, "q2": 0.85, "h1": 0.1, "h2": 0.3, "h3": 1 / 3}
    draws = redrawn(part, credits, draw_all(Profile((Section("s", "S", (part,)),), "digits"))["p"])
    assert draws[:3].tolist() == [3.566666666666667, 3.3944444444444444, 3.3833333333333333]
    digest = hashlib.sha256(draws.astype("<f8").tobytes()).hexdigest()
    assert digest == "7a62d236abc08fe2b9f1f63705c057ce59954ca2153104316f0188b3a3480350"
