import json
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.core.errors import UserError
from crucibleforge.core.profile import Pack
from crucibleforge.score import credits_from_json, profile_from_bench, row_json, score
from tests.unit.score.profiles import one_part

FIELD = Path(__file__).parents[2] / "data" / "field"


def bench(**part: Any) -> dict[str, Any]:
    whole = {"points": 1, "cases": ["a"], "packs": [], **part}
    return {"sections": {"s": {"counted": True, "parts": {"p": whole}}}}


def test_a_row_has_exactly_the_stable_shape() -> None:
    profile = one_part("a", packs=(Pack("P", 1, ("q",)),))
    row = row_json(score(profile, {"m": {"a": [1.0]}})["m"])
    assert row == {
        "parts": {"p": {"share": 1.0, "points": 10.0, "standard": 10.0, "bonus": 0.0, "marker": None}},
        "packs": {"P": {"state": "unlocked", "points": 0.0}},
        "sections": {"s": 10.0},
        "total": 10.0,
        "margin": 0.0,
        "class": "B",
        "rank": 1,
        "rank_low": 1,
        "rank_high": 1,
        "ties": [],
        "lean": None,
        "partial": False,
    }


def test_missing_figures_are_null() -> None:
    row = row_json(score(one_part("a"), {"m": {}})["m"])
    assert row["parts"]["p"] == {"share": None, "points": None, "standard": None, "bonus": 0.0, "marker": None}
    hidden = ("total", "margin", "class", "rank", "rank_low", "rank_high", "lean")
    assert [row[name] for name in hidden] == [None] * len(hidden)
    assert row["partial"] is True
    assert "NaN" not in json.dumps(row, allow_nan=False)


def test_attempts_may_be_one_number_or_a_list() -> None:
    assert credits_from_json({"m": {"a": 1, "b": [0.5, 1], "c": None}}) == {
        "m": {"a": (1,), "b": (0.5, 1), "c": (None,)}
    }


def test_an_unknown_credit_is_missing_and_not_zero() -> None:
    assert score(one_part("a"), credits_from_json({"m": {"a": None}}))["m"].partial


def test_impossible_rows_are_refused_instead_of_sorted() -> None:
    case = json.loads((FIELD / "B98-nan-in-sort-and-json.json").read_text("utf-8"))
    good = {name: {"q": value} for name, value in case["input"]["rows"] if value != "NaN"}
    rows = score(one_part("q"), credits_from_json(good))
    assert list(rows) == [name for name in case["expected"]["descending"] if name in good]
    with pytest.raises(UserError, match="model 'd', case 'q'"):
        credits_from_json({name: {"q": value} for name, value in case["input"]["rows"]})


@pytest.mark.parametrize(
    "text", ['"NaN"', "NaN", '"1e999"', "1e999", "-Infinity", "-0.5", "2", "true", '"0.5"', "{}", "[[1]]"]
)
def test_what_is_no_credit_is_refused_politely(text: str) -> None:
    with pytest.raises(UserError, match="model 'm', case 'a': a credit is a number from 0 to 1"):
        credits_from_json(json.loads(f'{{"m": {{"a": {text}}}}}'))


@pytest.mark.parametrize("data", [None, [], "m", {"m": 1}, {"m": [0.5]}])
def test_credits_of_another_shape_are_refused(data: Any) -> None:
    with pytest.raises(UserError, match="expected an object"):
        credits_from_json(data)


def test_a_bench_file_becomes_a_profile() -> None:
    data = bench(cases=["a", "b"], weights={"a": 2}, packs=[{"id": "P", "tier": 1, "cases": ["q"]}])
    profile = profile_from_bench({**data, "seed": "mako 0.1"})
    part = next(profile.parts())
    assert profile.seed == "mako 0.1"
    assert (part.points, part.cases, part.weights, part.packs) == (1.0, ("a", "b"), {"a": 2.0}, (Pack("P", 1, ("q",)),))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "sections: expected an object"),
        ([], "the bench file: expected an object"),
        ({"sections": {}}, "no part counts"),
        ({"sections": {"s": {"counted": "yes", "parts": {}}}}, "counted is true or false"),
        (bench(points=0), "points: expected a number above 0"),
        (bench(points=float("nan")), "points: expected a number above 0"),
        (bench(points="5"), "points: expected a number above 0"),
        (bench(points=1e308), "points: expected a number above 0, from 1e-06 to 1e"),
        (bench(weights={"a": 5e-324}), "weight of a: expected a number above 0, from 1e-06 to 1e"),
        (bench(cases=[]), "has no cases"),
        (bench(cases="a"), "expected a list"),
        (bench(cases=[1]), "expected text"),
        (bench(cases=["a", "a"]), "case 'a' appears twice"),
        (bench(weights={"b": 1}), "weight for 'b'"),
        (bench(weights={"a": -1}), "weight of a: expected a number above 0"),
        (bench(packs=[{"id": "P", "tier": 0, "cases": ["q"]}]), "tier is a whole number"),
        (bench(packs=[{"id": "P", "tier": 1, "cases": ["a"]}]), "case 'a' appears twice"),
        (bench(packs=[{"id": "P", "tier": 1, "cases": ["x"]}, {"id": "P", "tier": 1, "cases": ["y"]}]), "pack 'P' app"),
    ],
)
def test_a_faulty_bench_file_is_refused_where_it_departs(data: Any, words: str) -> None:
    with pytest.raises(UserError, match=words):
        profile_from_bench(data)
