"""A row from one folder to another: measured, bundled, verified, tampered with, imported, exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crucibleforge.testing import ScriptedServer
from tests.e2e.process import Cli, at
from tests.tiny import ROOT, perfect_judge, perfect_model

SUITE = ("--suite", str(ROOT))


@pytest.fixture
def here(tmp_path: Path) -> Cli:
    (tmp_path / "here").mkdir()
    return Cli(tmp_path / "here")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Cli:
    (tmp_path / "elsewhere").mkdir()
    return Cli(tmp_path / "elsewhere")


def test_a_row_is_checked_and_taken_over_by_somebody_else(here: Cli, elsewhere: Cli) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model, ScriptedServer.in_thread(perfect_judge()) as judge:
        assert here.run(at(model, "able"), at(judge, "fair")).returncode == 0
        asked = len(model.requests), len(judge.requests)
        file = elsewhere.folder / "able.bundle"
        assert here("bundle", "able", "-o", str(file), *SUITE).returncode == 0
        whole = elsewhere("verify", file.name, *SUITE)
        assert (whole.returncode, "same: able 20.0 ± 0.0" in whole.stdout) == (0, True), whole.stderr
        assert {path.name for path in elsewhere.folder.iterdir()} == {"able.bundle"}, "verify needs and makes no store"

        data = file.read_bytes()
        place = data.index(b"models/1/CW1.1.json") + 150
        (elsewhere.folder / "bad.bundle").write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        (elsewhere.folder / "cut.bundle").write_bytes(data[:-100])
        bad = elsewhere("verify", "bad.bundle", *SUITE)
        assert (bad.returncode, "differs: damaged: models/1/CW1.1.json" in bad.stdout) == (1, True), bad.stderr
        cut = elsewhere("verify", "cut.bundle", *SUITE)
        assert (cut.returncode, "Traceback" in cut.stderr) == (2, False)
        assert elsewhere("import", "bad.bundle", *SUITE).returncode == 1
        assert elsewhere("import", "cut.bundle", *SUITE).returncode == 2
        assert not (elsewhere.folder / "results").exists(), "nothing of a damaged file is stored"

        assert elsewhere("import", file.name, *SUITE).returncode == 0
        assert elsewhere.rows()["able"]["submitted"] == "submitted"
        assert elsewhere("import", file.name, "--verify", *SUITE).returncode == 0
        row = elsewhere.rows()["able"]
        assert (row["submitted"], row["total"], row["margin"]) == ("verified", 20.0, 0.0)
        board = " ".join(elsewhere("board", *SUITE).stdout.split())
        assert "able: submitted by somebody else, verified here" in board.replace("balanced, ", "")
        assert here("export", "able", "--format", "inspect", "-o", "logs", *SUITE).returncode == 0
        (log,) = (here.folder / "logs").iterdir()
        assert json.loads(log.read_text())["results"]["completed_samples"] == 6
        assert (len(model.requests), len(judge.requests)) == asked, "none of it calls a model"
