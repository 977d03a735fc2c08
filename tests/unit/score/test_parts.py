import pytest

from crucibleforge.core.profile import Pack, Part
from crucibleforge.score._parts import score_part

TIERED = Part(
    "p",
    "P",
    2,
    ("a", "b"),
    packs=(Pack("A", 1, ("a1", "a2")), Pack("B", 1, ("b1",)), Pack("C", 2, ("c1",))),
)
EARNED = {"a": 1.0, "b": 0.8}


def states(credits: dict[str, float], begun: tuple[str, ...] = ()) -> dict[str, str]:
    return {pack.id: pack.state for pack in score_part(TIERED, credits, begun=begun).packs}


def test_a_part_without_all_its_cases_has_bounds_but_no_share() -> None:
    part = score_part(TIERED, {"a": 1.0, "a1": 1.0})
    assert (part.share, part.standard, part.points, part.marker) == (None, None, None, None)
    assert (part.lowest, part.highest, part.missing) == (0.5, 1.0, ("b",))
    assert {pack.state for pack in part.packs} == {"locked"}


def test_an_earned_tier_is_unlocked_until_one_of_its_questions_was_asked() -> None:
    assert states(EARNED) == {"A": "unlocked", "B": "unlocked", "C": "locked"}


def test_a_tier_in_progress_is_pending_where_a_question_is_missing() -> None:
    assert states({**EARNED, "a1": 1.0}) == {"A": "pending", "B": "pending", "C": "locked"}


def test_a_question_that_awaits_its_judge_makes_its_tier_pending() -> None:
    assert states(EARNED, begun=("b1",)) == {"A": "pending", "B": "pending", "C": "locked"}


def test_a_scored_pack_adds_its_mean_credit() -> None:
    part = score_part(TIERED, {**EARNED, "a1": 1.0, "a2": 0.0, "b1": 0.3})
    assert part.bonus == pytest.approx(0.8)
    assert part.points == pytest.approx(1.8 + 0.8)
    assert part.marker == "(set 1)"


def test_the_next_tier_needs_every_pack_below_it() -> None:
    conquered = {**EARNED, "a1": 1.0, "a2": 0.8, "b1": 0.9}
    assert states(conquered)["C"] == "unlocked"
    assert states({**conquered, "b1": 0.89})["C"] == "locked"


def test_max_replaces_the_set_number_when_nothing_harder_is_left() -> None:
    everything = {**EARNED, "a1": 1.0, "a2": 1.0, "b1": 1.0, "c1": 0.9}
    assert score_part(TIERED, everything).marker == "MAX"
    assert score_part(TIERED, {**everything, "c1": 0.89}).marker == "(set 2)"


def test_a_part_without_packs_is_never_max() -> None:
    assert score_part(Part("p", "P", 1, ("a",)), {"a": 1.0}).marker is None


def test_three_tenths_thrice_unlock_in_spite_of_float_noise() -> None:
    noisy = score_part(Part("p", "P", 1, ("a", "b", "c"), packs=(Pack("A", 1, ("q",)),)), dict.fromkeys("abc", 0.9))
    assert noisy.packs[0].state == "unlocked"


def test_weights_shift_the_share() -> None:
    part = Part("p", "P", 4, ("a", "b"), weights={"a": 3})
    assert score_part(part, {"a": 1.0, "b": 0.0}).points == pytest.approx(3.0)
