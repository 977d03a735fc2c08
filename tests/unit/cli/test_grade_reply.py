from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.cli.grade_reply import _turns
from crucibleforge.core.errors import UserError
from crucibleforge.suite import load_suite
from tests.tiny import ROOT


def turns(tmp_path: Path, case: str, text: str) -> Any:
    path = tmp_path / "reply"
    path.write_text(text)
    return _turns(load_suite(ROOT).case(case), path)


def test_a_one_turn_reply_is_plain_text(tmp_path: Path) -> None:
    assert turns(tmp_path, "FN1", '["not", "json"]')[0].text == '["not", "json"]'


def test_a_session_is_a_list_of_strings_messages_and_parts(tmp_path: Path) -> None:
    entries = [
        "one",
        {"content": "two"},
        {"content": [{"type": "text", "text": "th"}, {"type": "text", "text": "ree"}]},
    ]
    assert [turn.text for turn in turns(tmp_path, "RP1", json.dumps(entries))] == ["one", "two", "three"]


def test_calls_come_with_arguments_as_text_or_object(tmp_path: Path) -> None:
    call = {"function": {"name": "track_parcel", "arguments": {"number": "P-31"}}}
    (turn,) = turns(tmp_path, "TU1", json.dumps([{"content": None, "tool_calls": [call]}]))
    assert json.loads(turn.tool_calls[0].arguments) == {"number": "P-31"}


@pytest.mark.parametrize(
    "text", ["{}", "no json", "[" * 100_000, "[1]", '[{"content": 7}]', '[{"tool_calls": [{}]}]', '[{"rôle": 1}]']
)
def test_another_shape_is_refused_with_the_right_one_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError) as caught:
        turns(tmp_path, "RP1", text)
    assert "one entry per assistant turn" in caught.value.hint
