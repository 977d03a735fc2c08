from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.cli import compare, score, show
from crucibleforge.cli._compared import verdict_words
from crucibleforge.core.errors import UserError
from crucibleforge.score import Comparison, Difference
from tests.tiny import ROOT
from tests.unit.cli.stored import CHATS, CODE, stored
from tests.unit.score.profiles import one_part

FULL = {**dict.fromkeys(CODE, (1.0,)), **dict.fromkeys(CHATS, (0.0,))}


def printed(app: Any, store: Path, *arguments: str) -> str:
    done = CliRunner(env={"COLUMNS": "200"}).invoke(
        app, [*arguments, "--suite", str(ROOT), "--store", str(store)], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    return done.output


def as_json(app: Any, store: Path, *arguments: str) -> Any:
    return json.loads(printed(app, store, *arguments, "--json"))


def two(tmp_path: Path, a: dict[str, Sequence[float]], b: dict[str, Sequence[float]]) -> Path:
    return stored(tmp_path / "store.db", {"able": {**FULL, **a}, "baker": {**FULL, **b}})


def test_the_better_one_is_named_with_the_cases_that_decide(tmp_path: Path) -> None:
    store = two(tmp_path, {}, {"FN1": (0.5,), "PR1": (0.75,), "BH1": (0.75,)})
    found = as_json(compare.app, store, "able", "baker")
    assert found["total"]["better"] == "A"
    assert found["total"]["points"] == pytest.approx(2.5 + 0.625)
    assert found["deciding"] == ["FN1", "PR1", "BH1"]
    assert found["words"][0].startswith("Total: able is better than baker, by 3.12 points")
    text = printed(compare.app, store, "able", "baker")
    assert "able is better than baker" in text
    assert "does not cover run-to-run noise" in text
    rows = [line for line in text.splitlines() if "FN1-tally" in line or "BH1-shelf" in line]
    assert ["+2.50" in rows[0], "+0.31" in rows[1]] == [True, True]
    assert "TU1" not in text, "equal cases decide nothing"


def test_what_is_not_separable_says_how_many_cases_more(tmp_path: Path) -> None:
    store = two(tmp_path, {"PR1": (0.6,)}, {"BH1": (0.5,)})
    found = as_json(compare.app, store, "able", "baker")
    part = found["parts"]["predict"]
    assert (part["better"], part["more_cases"] > 0) == (None, True)
    assert "cannot be told from parts with one case" in found["words"][0]
    assert any(words.startswith("One case only in Functions, Tool use") for words in found["words"])


def words_of(points: float, low: float, high: float, detectable: float | None, more: int | None) -> str:
    found = Difference(points, low, high, 0.5, 20, detectable, more)
    (section,) = one_part("q").sections
    comparison = Comparison(found, {section.id: found}, {}, ())
    return next(verdict_words((section,), "able", "baker", comparison, total=True))


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ((-1.0, -1.5, -0.5, 0.9, None), "baker is better than able, by 1.00 points (central 90 %: -1.50 to -0.50)."),
        ((0.3, -0.5, 1.1, 1.2, 1234), "able leads by 0.30 points (central 90 %: -0.50 to +1.10): about 1,200 more cases of this kind"),
        ((0.3, -0.5, 1.1, 1.2, 7), "about 7 more cases"),
        ((0.0, -0.5, 0.5, 0.75, None), "the two are level (central 90 %: -0.50 to +0.50); 20 cases like these find a lead of 0.75 points"),
        ((0.0, -0.5, 0.5, None, None), "the two are level (central 90 %: -0.50 to +0.50)."),
    ],
)  # fmt: skip
def test_the_verdict_is_said_in_words(figures: Any, words: str) -> None:
    assert words in words_of(*figures)


def test_one_section_is_looked_at_alone(tmp_path: Path) -> None:
    store = two(tmp_path, {}, {"FN1": (0.5,)})
    found = as_json(compare.app, store, "able", "baker", "--section", "chat")
    assert (list(found["sections"]), found["deciding"]) == (["chat"], [])
    assert found["words"][0] == "Chat: not separable, the two are level (central 90 %: +0.00 to +0.00)."
    text = printed(compare.app, store, "able", "baker", "--section", "code")
    assert "Total" not in text
    assert "Chat" not in text
    with pytest.raises(UserError, match="no section 'kode'") as caught:
        printed(compare.app, store, "able", "baker", "--section", "kode")
    assert caught.value.hint == "it has code, chat"


def test_missing_cases_are_named_and_nothing_is_made_up_for_them(tmp_path: Path) -> None:
    a = {**FULL, "PR1": (1.0,)}
    b = {case: credits for case, credits in FULL.items() if case != "BH1"} | {"PR1": (0.5,), "FN1": (0.5,)}
    store = stored(tmp_path / "store.db", {"able": a, "baker": b})
    found = as_json(compare.app, store, "able", "baker")
    assert (found["total"], found["sections"]["code"], found["parts"]["predict"]) == (None, None, None)
    assert found["parts"]["functions"]["points"] == 2.5
    assert found["words"][0] == "Total: not compared, since a standard case has no credit."
    assert "baker has no credit for BH1" in found["words"][-1]
    text = printed(compare.app, store, "able", "baker")
    assert [line.count("–") for line in text.splitlines() if "PR1-closures" in line] == [1]


def test_attempts_stand_beside_the_margin_and_open_to_their_evidence(tmp_path: Path) -> None:
    asked = {**dict.fromkeys(CODE, (1.0, 0.5, 0.0)), **dict.fromkeys(CHATS, (0.0, 0.0, 0.0))}
    store = stored(tmp_path / "store.db", {"able": asked})
    text = printed(show.app, store, "able")
    assert "Total 10.0 ± 0.0" in text
    assert "3 attempts: Totals 0.0 to 10.0; spread ±" in text
    assert "33.3 % in one attempt, 0.0 % in each of 3 (pass^3)" in text
    assert "attempts: 1.00 0.50 0.00" in text
    assert "evidence of attempt 2" in printed(show.app, store, "able", "FN1", "--attempt", "2")
    row = as_json(score.app, store)["able"]
    assert row["total"] == 10.0
    assert row["attempts"]["totals"][0] == 10.0
    assert row["attempts"]["pass_hat"] == pytest.approx([1 / 3, 0.0, 0.0])
    assert "between attempts" in printed(score.app, store)
    with pytest.raises(UserError, match="able has no attempt 4"):
        printed(show.app, store, "able", "--attempt", "4")


def test_one_attempt_has_no_spread(tmp_path: Path) -> None:
    store = stored(tmp_path / "store.db", {"able": FULL})
    assert "spread" not in printed(show.app, store, "able")
    assert as_json(score.app, store)["able"]["attempts"] is None


@pytest.mark.parametrize(("app", "arguments"), [(score.app, []), (compare.app, ["[red]able[/]", "baker"])])
def test_names_are_printed_as_they_are_and_never_as_markup(app: Any, arguments: list[str], tmp_path: Path) -> None:
    store = stored(tmp_path / "store.db", {"[red]able[/]": FULL, "baker": FULL})
    assert "[red]able[/]" in printed(app, store, *arguments)
