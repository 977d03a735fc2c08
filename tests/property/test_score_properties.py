from __future__ import annotations

import json
import math
import random
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crucibleforge.core.errors import UserError
from crucibleforge.core.profile import Pack, Part, Profile, Section
from crucibleforge.score import compare, credits_from_json, row_json, score
from crucibleforge.score._marks import Total, standings
from crucibleforge.score._parts import TOLERANCE, score_part
from crucibleforge.score._redraw import draw_all, redraw_part
from tests.unit.score.enumeration import assert_sampled_from, enumerated

UNIT = st.sampled_from([0.0, 1 / 3, 0.5, 0.89, 0.9, 0.95, 1.0]) | st.floats(0, 1)
Credits = dict[str, list[float]]

PROFILE = Profile(
    (
        Section(
            "code",
            "Code",
            (
                Part("f", "F", 5, ("f1", "f2", "f3"), packs=(Pack("F1", 1, ("fq1", "fq2")), Pack("F2", 2, ("fr1",)))),
                Part("t", "T", 5, ("t1", "t2"), weights={"t1": 2.5}),
            ),
        ),
        Section("chat", "Chat", (Part("r", "R", 10, ("r1", "r2"), packs=(Pack("R1", 1, ("rq1",)),)),)),
        Section("adult", "Adult", (Part("x", "X", 10, ("x1",)),), counted=False),
    ),
    seed="properties",
)
CASES = [case for part in PROFILE.parts() for case in (*part.cases, *(c for p in part.packs for c in p.cases))]
whole = st.fixed_dictionaries({case: st.lists(UNIT, min_size=1, max_size=2) for case in CASES})
holey = st.fixed_dictionaries({}, optional={case: st.lists(UNIT, min_size=1, max_size=2) for case in CASES})
boards = st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), holey | whole, max_size=4)
few = settings(max_examples=40, deadline=None)


@few
@given(boards, st.randoms(use_true_random=False))
def test_the_order_of_models_and_cases_never_matters(board: dict[str, Credits], chance: random.Random) -> None:
    mixed = {model: shuffled(board[model], chance) for model in shuffled(board, chance)}
    assert list(score(PROFILE, mixed).items()) == list(score(PROFILE, board).items())


def shuffled(mapping: dict[str, Credits] | Credits, chance: random.Random) -> dict[str, list[float]]:
    names = list(mapping)
    chance.shuffle(names)
    return {name: mapping[name] for name in names}  # type: ignore[misc]


@few
@given(whole, st.sampled_from(["", "z", "../a", "Ω-7b \ud800"]))
def test_a_renamed_model_keeps_every_figure(credits: Credits, name: str) -> None:
    plain, renamed = score(PROFILE, {"m": credits})["m"], score(PROFILE, {name: credits})[name]
    assert row_json(plain) == row_json(renamed)


@few
@given(boards, whole)
def test_other_rows_never_change_a_model_s_own_figures(board: dict[str, Credits], credits: Credits) -> None:
    alone, among = score(PROFILE, {"m": credits})["m"], score(PROFILE, {**board, "m": credits})["m"]
    assert (alone.parts, alone.total, alone.margin) == (among.parts, among.total, among.margin)
    assert alone.class_name == among.class_name


@few
@given(whole, st.sampled_from(CASES), UNIT)
def test_a_better_credit_never_lowers_a_figure(credits: Credits, case: str, value: float) -> None:
    better = {**credits, case: [max(value, *credits[case])]}
    before, after = score(PROFILE, {"m": credits})["m"], score(PROFILE, {"m": better})["m"]
    assert total(after) >= total(before) - 1e-9
    assert compare(PROFILE, better, credits).total.low >= -1e-9  # type: ignore[union-attr]


def total(row: object) -> float:
    value = getattr(row, "total", None)
    assert isinstance(value, float)
    return value


@few
@given(whole)
def test_figures_stay_within_their_bounds(credits: Credits) -> None:
    row = score(PROFILE, {"m": credits})["m"]
    for part in PROFILE.parts():
        points, margin = row.parts[part.id].points, row.part_margins[part.id]
        assert points is not None
        assert margin is not None
        assert -1e-9 <= points <= part.points + len(part.packs) + 1e-9
        assert 0 <= margin <= (part.points + len(part.packs)) / 2 + 1e-9
    assert 0 <= total(row) <= 23 + 1e-9


@few
@given(whole, st.sampled_from(PROFILE.standard_cases()))
def test_a_missing_case_hides_its_part_and_touches_no_other(credits: Credits, lost: str) -> None:
    full = score(PROFILE, {"m": credits})["m"]
    holed = score(PROFILE, {"m": {case: values for case, values in credits.items() if case != lost}})["m"]
    for part in PROFILE.parts():
        if lost not in part.cases:
            assert holed.parts[part.id] == full.parts[part.id]
            continue
        found, share = holed.parts[part.id], full.parts[part.id].share
        assert share is not None
        assert (found.points, found.missing) == (None, (lost,))
        assert found.lowest - 1e-9 <= share <= found.highest + 1e-9
    assert (holed.total, holed.rank, holed.partial) == (None, None, True)


@few
@given(boards)
def test_ranks_and_ties_are_consistent(board: dict[str, Credits]) -> None:
    rows = score(PROFILE, board)
    for row in rows.values():
        assert all(row.model in rows[other].ties for other in row.ties)
        if row.rank is not None:
            assert row.rank_low is not None
            assert row.rank_high is not None
            assert 1 <= row.rank_low <= row.rank <= row.rank_high <= len(rows)


@few
@given(boards)
def test_every_row_is_strict_json(board: dict[str, Credits]) -> None:
    for row in score(PROFILE, board).values():
        shape = row_json(row)
        assert json.loads(json.dumps(shape, allow_nan=False)) == shape


@few
@given(whole, whole)
def test_comparison_is_fair_to_both_sides(a: Credits, b: Credits) -> None:
    there, back = compare(PROFILE, a, b).total, compare(PROFILE, b, a).total
    assert there is not None
    assert back is not None
    assert there.points == pytest.approx(-back.points)
    assert [there.low, there.high] == pytest.approx([-back.high, -back.low])
    assert there.odds + back.odds == pytest.approx(1.0)


@few
@given(whole)
def test_equal_credits_give_equal_margins(credits: Credits) -> None:
    rows = score(PROFILE, {"a": credits, "b": dict(credits)})
    assert rows["a"].margin == rows["b"].margin
    assert rows["a"].ties == ("b",)


@few
@given(holey | whole, holey | whole)
def test_the_cases_add_up_to_the_difference(a: Credits, b: Credits) -> None:
    found = compare(PROFILE, a, b)
    for part in PROFILE.parts():
        points = [pair.points for pair in found.cases if pair.part == part.id]
        if part.id in found.parts:
            assert math.fsum(value for value in points if value is not None) == pytest.approx(
                found.parts[part.id].points, abs=1e-9
            )
        else:
            assert set(points) == {None}


@few
@given(holey | whole, holey | whole)
def test_every_comparison_is_finite_and_sure_or_says_what_is_missing(a: Credits, b: Credits) -> None:
    found = compare(PROFILE, a, b)
    json.dumps(asdict(found), allow_nan=False)
    for difference in (found.total, *found.sections.values(), *found.parts.values()):
        if difference is not None:
            assert difference.low <= difference.high
            assert 0 <= difference.odds <= 1
            assert difference.more_cases is None or (difference.leader is None and difference.more_cases >= 1)


small_parts = st.builds(
    lambda weights, packs: Part(
        "p",
        "P",
        3,
        tuple(weights),
        weights=weights,
        packs=tuple(
            Pack(f"P{tier}", tier, tuple(f"q{tier}{number}" for number in range(size)))
            for tier, size in enumerate(packs, start=1)
        ),
    ),
    st.dictionaries(st.sampled_from("abc"), st.sampled_from([0.5, 1.0, 3.0]), min_size=1),
    st.lists(st.integers(1, 2), max_size=2),
)


@few
@given(small_parts, st.lists(UNIT, min_size=7, max_size=7), st.sampled_from(["", "mako 0.1", "other"]))
def test_sampled_redraws_agree_with_all_redraws(part: Part, values: list[float], seed: str) -> None:
    cases = [*part.cases, *(case for pack in part.packs for case in pack.cases)]
    credits = dict(zip(cases, values, strict=False))
    drawn = draw_all(Profile((Section("s", "S", (part,)),), seed))["p"]
    found = redraw_part(part, [score_part(part, credits)], [credits], drawn)
    assert_sampled_from(found.draws[:, 0], enumerated(part, credits))


@few
@given(st.lists(holey | whole, min_size=1, max_size=5), st.integers(1, 3))
def test_models_scored_together_have_the_digits_they_have_alone(board: list[Credits], block: int) -> None:
    models = {str(number): credits for number, credits in enumerate(board)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crucibleforge.score._board.BLOCK", block)
        together = score(PROFILE, models)
    for name, credits in models.items():
        alone = score(PROFILE, {name: credits})[name]
        assert (alone.parts, alone.total, alone.margin) == (
            together[name].parts,
            together[name].total,
            together[name].margin,
        )
        assert (alone.part_margins, alone.section_margins) == (
            together[name].part_margins,
            together[name].section_margins,
        )


anything = (
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.integers(min_value=10**400, max_value=10**401)
    | st.text(max_size=3)
    | st.just(5e-324)
)
loose = st.dictionaries(
    st.text(max_size=3),
    st.dictionaries(st.sampled_from([*CASES, "stray"]), anything | UNIT | st.lists(anything | UNIT, max_size=3)),
    max_size=3,
)


@settings(max_examples=60, deadline=None)
@given(loose)
def test_any_credits_give_rows_without_nan_or_a_clear_error(data: Any) -> None:
    values = [value for cases in data.values() for value in cases.values()]
    flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
    if all(one is None or (type(one) in (int, float) and 0 <= one <= 1) for one in flat):
        rows = score(PROFILE, credits_from_json(data))
        assert set(rows) == set(data)
        json.dumps([asdict(row) for row in rows.values()], allow_nan=False)
    else:
        with pytest.raises(UserError, match="a credit is a number from 0 to 1"):
            credits_from_json(data)


@few
@given(st.dictionaries(st.text(max_size=2), st.tuples(st.floats(0, 20), st.floats(0, 3)), max_size=8))
def test_standings_follow_their_rules_row_by_row(board: dict[str, tuple[float, float]]) -> None:
    places = standings({name: Total(*figures) for name, figures in board.items()})
    for name, (points, margin) in board.items():
        ties = {
            other for other, (p, m) in board.items() if other != name and abs(p - points) <= min(m, margin) + TOLERANCE
        }
        above = {other for other, (p, _) in board.items() if p > points + TOLERANCE}
        below = {other for other, (p, _) in board.items() if p < points - TOLERANCE}
        place = places[name]
        assert place.ties == tuple(sorted(ties))
        assert (place.rank, place.low, place.high) == (
            1 + len(above),
            1 + len(above - ties),
            len(board) - len(below - ties),
        )
