"""Plan, limits and costs as a person meets them: the real program, a scripted server, a models.yaml with prices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.testing import ScriptedServer
from tests.tiny import ROOT, perfect_model


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ScriptedServer]:
    with ScriptedServer.in_thread(perfect_model()) as server:
        price = "price: {input_usd: 1000, output_usd: 4000}"
        entries = [
            f"  - {{name: dear, base_url: '{server.base_url}', model: scripted, {price}}}",
            f"  - {{name: twin, base_url: '{server.base_url}', model: scripted, {price}}}",
        ]
        (tmp_path / "models.yaml").write_text("models:\n" + "\n".join(entries) + "\n")
        yield server


@pytest.fixture
def cli(tmp_path: Path, server: ScriptedServer) -> Any:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "crucibleforge", *words, "--suite", str(ROOT)],
            cwd=tmp_path,
            env=dict(os.environ),
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


def test_a_limited_run_stops_says_what_is_left_and_goes_on(cli: Any, server: ScriptedServer) -> None:
    assert cli("ask", "dear", "--no-setup-check").returncode == 0
    planned = cli("run", "twin", "--dry-run", "--no-setup-check", "--json")
    outlook = json.loads(planned.stdout)
    assert [case["action"] for case in outlook["cases"]] == ["ask"] * len(outlook["cases"])
    total = outlook["forecast"]["total"]
    assert total["basis"] == {"the answers of 1 other model": len(outlook["cases"])}
    half = total["cost_usd"]["likely"] / 2
    before = len(server.requests)

    stopped = cli("run", "twin", "--no-setup-check", "--max-cost", f"{half}")
    assert stopped.returncode == 1
    assert "stopped by its --max-cost of $" in stopped.stderr
    assert "cases to ask" in stopped.stderr
    assert "run the same command again" in stopped.stderr
    assert "partial" in stopped.stdout
    row = json.loads(cli("score", "--json").stdout)["twin"]
    assert row["partial"]
    assert 0 < row["cost"]["usd"] <= half
    assert (row["cost"]["price_source"], row["judging_cost"]) == ("models.yaml", None)

    asked = len(server.requests)
    too_low = cli("ask", "twin", "--no-setup-check", "--max-cost", "0.000001")
    assert (too_low.returncode, len(server.requests)) == (1, asked)
    assert "raise it" in too_low.stderr

    whole = cli("run", "twin", "--no-setup-check", "--max-cost", "1000")
    assert (whole.returncode, "spent $" in whole.stderr) == (0, True), whole.stderr
    assert len(server.requests) - before == round(total["calls"]["likely"])
    shown = " ".join(cli("show", "twin").stdout.split())
    assert "(models.yaml, prices as of 20" in shown
    case = json.loads(cli("show", "twin", "FN1", "--json").stdout)[0]
    assert case["cost"]["usd"] == pytest.approx(sum(turn["cost"]["usd"] for turn in case["turns"]))


def test_probes_are_made_only_when_asked_for_and_say_what_they_cost(cli: Any, server: ScriptedServer) -> None:
    assert cli("plan", "dear").returncode == 0
    assert server.requests == []
    without = cli("run", "dear", "--probe")
    assert (without.returncode, "--probe belongs to --dry-run" in without.stderr) == (2, True)
    probed = cli("plan", "dear", "--probe")
    assert (probed.returncode, len(server.requests)) == (0, 5), probed.stderr
    assert "5 calls to dear for $" in probed.stderr
    assert "the replies are not stored" in probed.stderr
    assert "a probe of it" in probed.stdout
    assert "Time until all are asked: " in probed.stdout
