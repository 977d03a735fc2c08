"""The two worked examples, as the page about scores prints them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from crucibleforge.cli import score_credits

PAGE = Path(__file__).parents[3] / "docs" / "method" / "scores.md"
EXAMPLES = PAGE.parent / "examples"
PARTS = ("functions", "predict", "tools", "roleplay", "conversation", "characters", "writing")


def scored(name: str) -> Any:
    command = [str(EXAMPLES / f"{name}.json"), "--bench", str(EXAMPLES / "bench.json")]
    assert f"score-credits docs/method/examples/{name}.json" in PAGE.read_text("utf-8")
    done = CliRunner().invoke(score_credits.app, command, catch_exceptions=False)
    (row,) = json.loads(done.stdout).values()
    return row


def test_the_standard_set_comes_out_as_the_page_says() -> None:
    row = scored("standard-set")
    table = re.findall(r"\| (\d\.\d{3}) \| (\d\.\d{3}) of ", PAGE.read_text("utf-8"))
    assert table == [(f"{row['parts'][part]['share']:.3f}", f"{row['parts'][part]['points']:.3f}") for part in PARTS]
    assert (
        f"Code {row['sections']['code']:.3f} + Chat {row['sections']['chat']:.3f} = {row['total']:.3f}"
        in PAGE.read_text()
    )
    assert f"{row['total']:.1f} ± {row['margin']:.1f}" == "12.8 ± 1.1"
    assert (row["class"], row["partial"]) == ("B", False)


def test_the_unlocked_set_comes_out_as_the_page_says() -> None:
    row = scored("set-unlocked")
    functions = row["parts"]["functions"]
    assert f"{functions['points']:.3f} {functions['marker']}" == "5.111 (set 1)"
    assert "5.111 (set 1)" in PAGE.read_text("utf-8")
    assert (row["packs"]["FP1"]["state"], row["packs"]["RP1"]) == ("scored", {"state": "locked", "points": 0.0})
    assert (row["total"], row["partial"]) == (None, True)
