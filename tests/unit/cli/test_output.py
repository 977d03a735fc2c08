from __future__ import annotations

import json

import pytest

from crucibleforge.cli._output import plain, print_json


def test_a_model_cannot_steer_the_terminal() -> None:
    assert plain("a\x1b]0;title\x07b\n\tc").plain == "a�]0;title�b\n\tc"


def test_any_text_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "\ud800 é"})
    assert json.loads(capsys.readouterr().out) == {"name": "\ud800 é"}
