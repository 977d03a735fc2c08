"""A suite that is released, edited and released again: the boards of then, from the one store of now."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.cli import board, compare, grade, show
from crucibleforge.cli import suite as suite_command
from crucibleforge.core.errors import UserError
from crucibleforge.score import shown_points
from crucibleforge.testing import Behaviour, ScriptedServer, attentive, by_prompt
from tests.e2e.process import Cli, at
from tests.tiny import perfect_judge
from tests.unit.suite.test_load import edit

FIRST = Path(__file__).parents[1] / "data" / "released" / "history" / "1.0"
SESSION = "cases/roleplay/RP1-ferry/case.yaml"


def careless_model() -> Behaviour:
    """Forgets a line, and once its role."""
    fare = "Hanne: Two eels a crossing, and I like them fresh. Step on, and mind the wet rope."
    return attentive(
        by_prompt(
            {
                "What does this program print?": "```\n[2, 2, 2]\n-4 1\n x\n```",
                "What does a crossing cost?": fare,
                "What is the fare?": fare,
                "A storm is coming.": "Hanne: I want no money, and no storm.",
            }
        )
    )


def test_old_boards_are_rebuilt_and_old_rows_are_never_ranked_beside_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cli = Cli(tmp_path)
    folder = Path(shutil.copytree(FIRST, tmp_path / "suite", ignore=shutil.ignore_patterns("release.json")))
    changelog = folder / "CHANGELOG.md"
    suite = ("--suite", str(folder))

    def said(app: Any, *words: str) -> str:
        done = CliRunner(env={"COLUMNS": "200"}).invoke(app, [*words, *suite], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    def rows(*words: str) -> Any:
        return json.loads(said(board.app, *words, "--json"))

    def run(name: str) -> None:
        done = cli("run", at(model, name), "--judge", at(judge, "fair"), *suite)
        assert done.returncode == 0, done.stderr

    def freeze(version: str) -> Any:
        return json.loads(said(suite_command.app, "freeze", version, "--json"))

    def refused(version: str) -> str:
        with pytest.raises(UserError) as caught:
            said(suite_command.app, "freeze", version)
        return caught.value.message

    with ScriptedServer.in_thread(careless_model()) as model, ScriptedServer.in_thread(perfect_judge()) as judge:
        run("able")
        first = rows()
        assert freeze("1.0")["previous"] is None

        edit(folder / SESSION, "[money, coins]}", "[money, coins]}, weight: 3")
        edit(folder / "bench.yaml", 'version: "1.0"', 'version: "1.1"')
        assert "no entry '## 1.1'" in refused("1.1")
        said(grade.app)
        second = rows()
        before, after = (found["able"]["total"] for found in (first, second))
        assert after < before
        edit(changelog, "## 1.0", "## 1.1\n\n- RP1: a word weighs more.\n\nScores: less for able.\n\n## 1.0")
        frozen = freeze("1.1")
        assert frozen["changelog"] == [
            "- RP1 changed: rule no-money: weight 1.0 -> 3.0",
            f"Scores: able {shown_points(before)} -> {shown_points(after)}.",
        ]

        edit(folder / SESSION, "What does a crossing cost?", "What is the fare?")
        edit(folder / "bench.yaml", 'version: "1.1"', 'version: "2.0"')
        run("late")

    now = rows()
    assert [name for name, row in now.items() if row["rank"] is not None] == ["late"]
    assert (now["able"]["partial"], now["able"]["total"]) == (True, None)
    for version, known in (("1.0", first), ("1.1", second)):
        then = rows("--release", version)
        assert then["able"] == known["able"]
        assert (then["late"]["partial"], then["late"]["rank"]) == (True, None), "its answer was to another question"
    assert (tmp_path / "results/board/releases/1.0/index.html").exists()
    changed = json.loads(said(suite_command.app, "diff", "--against", "1.0", "--json"))
    assert changed["cases"][0]["moved"] == ["question", "check"]
    assert [found["before"]["total"] for found in changed["rows"] if found["model"] == "able"] == [before]
    assert "storm" in said(show.app, "able", "RP1", "--release", "1.0")
    assert "RP1" in said(compare.app, "able", "late", "--release", "1.1")
