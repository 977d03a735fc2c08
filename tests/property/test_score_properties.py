from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crucibleforge.core.profile import Pack, Part, Profile, Section
from crucibleforge.score import compare, row_json, score

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
