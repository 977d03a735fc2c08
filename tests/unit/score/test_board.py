import json
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.core.profile import Part, Profile, Section
from crucibleforge.score import Attempts, score
from tests.unit.score.profiles import code_and_chat, one_part

FIELD = Path(__file__).parents[2] / "data" / "field"


def field(name: str) -> Any:
    return json.loads((FIELD / f"{name}.json").read_text("utf-8"))


def even(code: float, chat: float) -> Attempts:
    return {"c1": [code], "c2": [code], "h1": [chat], "h2": [chat]}


def test_a_failed_request_is_neither_right_nor_wrong() -> None:
    case = field("B86-errors-leave-the-denominator")
    names = [f"q{number}" for number in range(len(case["input"]["items"]))]
    credits = {
        name: [item["credit"]] for name, item in zip(names, case["input"]["items"], strict=True) if "credit" in item
    }
    row = score(one_part(*names), {"m": credits})["m"]
    part, expected = row.parts["p"], case["expected"]
    assert len(part.missing) == expected["failed"]
    assert (part.lowest, part.highest) == (expected["lowest"], expected["highest"])
    assert row.partial is not expected["complete"]
    assert (row.total, part.share, row.rank, row.class_name) == (None, None, None, None)


def test_half_a_run_is_not_ranked_above_a_whole_one() -> None:
    case = field("B92-partial-coverage-first")
    categories = case["input"]["categories"]
    profile = Profile(
        (Section("s", "S", tuple(Part(name, name, 1 / len(categories), (name,)) for name in categories)),)
    )
    rows = score(
        profile, {model: {name: [v] for name, v in got.items()} for model, got in case["input"]["models"].items()}
    )
    assert [model for model, row in rows.items() if row.rank] == case["expected"]["ranked"]
    assert rows["b"].total == pytest.approx(case["expected"]["total"]["b"])
    assert rows["a"].total is None
    missing = [part.id for part in rows["a"].parts.values() if part.missing]
    assert {"a": missing} == case["expected"]["incomplete"]


def test_equal_rows_stand_by_name_and_share_their_rank() -> None:
    case = field("B93-ties-share-a-rank")
    rows = score(one_part("q"), {name: {"q": [value]} for name, value in case["input"]["rows"]})
    assert list(rows) == case["expected"]["order"]
    assert [row.rank for row in rows.values()] == case["expected"]["ranks"]


def test_a_provisional_row_shows_its_total_but_stands_outside_the_ranking() -> None:
    rows = score(code_and_chat(), {"a": even(0.9, 0.9), "b": even(0.5, 0.5)}, provisional=["a"])
    odd = rows["a"]
    assert odd.total == pytest.approx(18.0)
    assert odd.provisional
    assert (odd.rank, odd.class_name, odd.lean, odd.ties) == (None, None, None, ())
    assert rows["b"].rank == 1
    assert list(rows) == ["b", "a"]


def test_provisional_and_partial_rows_do_not_move_the_medians() -> None:
    ranked = {"a": even(0.5, 0.5), "b": even(0.5, 0.65), "c": even(0.65, 0.5)}
    alone = score(code_and_chat(), ranked)
    crowded = score(code_and_chat(), {**ranked, "x": even(0, 1), "y": {"h1": [1.0], "h2": [1.0]}}, provisional={"x"})
    assert [alone[name].lean for name in "abc"] == ["balanced", "chat", "code"]
    assert all(crowded[name] == alone[name] for name in "abc")


def test_an_uncounted_section_has_its_own_figure_and_enters_nothing() -> None:
    adult = Section("adult", "Adult", (Part("x", "X", 10, ("x",)),), counted=False)
    profile = Profile((*one_part("q").sections, adult))
    rows = score(profile, {"m": {"q": [0.5], "x": [1.0]}, "n": {"q": [0.5]}})
    assert rows["m"].sections == {"s": 5.0, "adult": 10.0}
    assert rows["n"].sections == {"s": 5.0, "adult": None}
    assert [(row.total, row.margin, row.rank, row.partial) for row in rows.values()] == [(5.0, 0.0, 1, False)] * 2


def test_a_section_shows_its_points_though_another_is_unfinished() -> None:
    row = score(code_and_chat(), {"m": {"c1": [1.0], "c2": [0.0], "h1": [1.0]}})["m"]
    assert row.sections == {"code": 5.0, "chat": None}
    assert (row.section_margins["code"], row.section_margins["chat"]) == (5.0, None)
    assert row.partial


def test_a_profile_without_code_and_chat_has_no_lean() -> None:
    assert score(one_part("q"), {"m": {"q": [1.0]}})["m"].lean is None


def test_credits_of_retired_cases_are_ignored() -> None:
    bare, more = (score(one_part("q"), {"m": {"q": [1.0], **extra}})["m"] for extra in ({}, {"retired": [0.0]}))
    assert bare == more


def test_the_uncertain_flag_follows_the_margin() -> None:
    rows = score(code_and_chat(), {"sure": even(0.6, 0.6), "unsure": {**even(0.6, 0.6), "c1": [0.2], "c2": [1.0]}})
    assert (rows["sure"].class_name, rows["sure"].uncertain) == ("B", False)
    assert (rows["unsure"].class_name, rows["unsure"].uncertain) == ("B", True)


def test_an_empty_board_has_no_rows() -> None:
    assert score(one_part("q"), {}) == {}


def test_a_section_without_parts_adds_nothing() -> None:
    profile = Profile((*one_part("q").sections, Section("empty", "Empty", ())))
    row = score(profile, {"m": {"q": [0.5]}})["m"]
    assert (row.sections, row.total, row.partial) == ({"s": 5.0, "empty": 0.0}, 5.0, False)


def test_many_models_are_ranked_at_once() -> None:
    rows = score(one_part("a", "b"), {f"m{n:04}": {"a": [n / 2999], "b": [n / 2999]} for n in range(3000)})
    assert [(row.model, row.rank) for row in rows.values()] == [(f"m{2999 - n:04}", n + 1) for n in range(3000)]
