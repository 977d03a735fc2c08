"""An edit of each kind: what `suite diff` and `plan` say beforehand, and which calls the run then makes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from crucibleforge.cli import plan, score
from crucibleforge.cli import suite as suite_command
from crucibleforge.testing import ScriptedServer
from tests.e2e.process import Cli, at
from tests.tiny import ROOT, perfect_judge, perfect_model
from tests.unit.suite.test_load import edit

SESSION = "cases/roleplay/RP1-ferry/case.yaml"
TESTS = "cases/functions/FN1-tally/tests.py"


def test_each_kind_of_edit_costs_what_was_said_before_and_no_more(tmp_path: Path) -> None:
    cli, folder = Cli(tmp_path), shutil.copytree(ROOT, tmp_path / "tiny")
    suite = ("--suite", str(folder))

    def said(app: Any, *words: str) -> str:
        where = ("--store", str(tmp_path / "results/mako.db"))
        done = CliRunner(env={"COLUMNS": "200"}).invoke(app, [*words, *suite, *where], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    def diff(*words: str) -> Any:
        return json.loads(said(suite_command.app, "diff", "--json", *words))

    def to_do() -> dict[str, tuple[str, str]]:
        found = json.loads(said(plan.app, at(model, "able"), "--judge", at(judge, "fair"), "--json"))["cases"]
        return {item["case"]: (item["action"], item["reason"]) for item in found if item["action"] != "keep"}

    def run() -> tuple[int, int]:
        before = len(model.requests), len(judge.requests)
        done = cli("run", at(model, "able"), "--judge", at(judge, "fair"), *suite)
        assert done.returncode == 0, done.stderr
        return len(model.requests) - before[0], len(judge.requests) - before[1]

    with ScriptedServer.in_thread(perfect_model()) as model, ScriptedServer.in_thread(perfect_judge()) as judge:
        run()
        assert diff() == {
            "cases": [], "profile": [], "program": [], "work": {}, "stale": [], "credits": [], "rows": [], "ranks_known": True,
        }  # fmt: skip
        assert "Nothing that counts differs" in said(suite_command.app, "diff")

        edit(folder / SESSION, "max: 60", "max: 5")
        found = diff()
        assert found["cases"] == [
            {
                "case": "RP1",
                "what": "changed",
                "moved": ["check"],
                "words": {"check": ["rule short: words max 60 -> 5"]},
            }
        ]
        assert found["work"] == {"grade": {"answers": 1, "calls": 0, "tokens": 0, "cost": None}}
        (credit,), (row,) = found["credits"], found["rows"]
        assert (credit["before"], 0 < credit["after"] < 1) == (1.0, True)
        assert (row["before"]["total"], row["before"]["class"]) == (20.0, "S")
        assert to_do() == {"RP1": ("grade", "rule short: words max 60 -> 5")}
        assert "no model is called" in said(suite_command.app, "diff")
        assert run() == (0, 0)
        assert json.loads(said(score.app, "--json"))["able"]["total"] == row["after"]["total"] < 20

        edit(folder / SESSION, "a price of two eels?", "the price of two eels?")
        found = diff()
        assert [item["moved"] for item in found["cases"]] == [["judge"]]
        assert found["work"]["judge"]["calls"] == 4, "a gate's three votes and one"
        assert [move["after"] for move in found["credits"]] == [None]
        assert (found["rows"][0]["after"]["total"], found["ranks_known"]) == (None, False)
        assert to_do()["RP1"][0] == "judge"
        assert "unknown until asked or judged" in said(suite_command.app, "diff")
        asked, judged = run()
        assert (asked, judged >= 4) == (0, True)

        edit(folder / TESTS, '"z"]) == "z"', '"z", "z"]) == "z"')
        found = diff()
        assert found["cases"][0]["words"] == {"question": ["hidden tests (tests.py): 1 line changed"]}
        assert list(found["work"]) == ["ask"]
        assert found["work"]["ask"]["calls"] == 1
        assert to_do() == {"FN1": ("ask", "hidden tests (tests.py): 1 line changed")}
        assert run() == (1, 0)
        assert diff()["cases"] == []
        assert [item["case"] for item in diff("--against", str(ROOT))["cases"]] == ["FN1", "RP1"]
