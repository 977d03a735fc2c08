from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from crucibleforge.cli import main

from .stored import stored


@pytest.mark.parametrize(
    "words",
    [
        ["grade", "stranger"],
        ["grade", "ours", "stranger"],
        ["show", "stranger"],
        ["compare", "ours", "stranger"],
        ["compare-judges", "http://127.0.0.1:9/v1#a", "http://127.0.0.1:9/v1#b", "stranger"],
    ],
)
def test_a_model_that_is_not_stored_is_named_with_those_that_are(
    words: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at = stored(tmp_path / "mako.db", {"ours": {}})
    monkeypatch.setattr(sys, "argv", ["crucibleforge", *words, "--store", str(at)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "no model 'stranger' in the store" in said
    assert "stored: ours" in said
