from __future__ import annotations

from pathlib import Path

import pytest

from crucibleforge.core.stamps import Stamps
from crucibleforge.suite import load_suite

from .test_load import edit

SESSION = "cases/roleplay/RP1-ferry/case.yaml"
TOOLS = "cases/tools/TU1-parcel/case.yaml"
TESTS = "cases/functions/FN1-tally/tests.py"
BUGS = "cases/predict/BH1-shelf/bugs.yaml"

EDITS = [
    (SESSION, "RP1", "What does a crossing cost?", "What is the fare?", {"question"}),
    (SESSION, "RP1", "max_tokens: 200", "max_tokens: 201", {"question"}),
    (SESSION, "RP1", "who runs a rope ferry. She", "who runs a chain ferry. She", {"question"}),
    (SESSION, "RP1", "name a price of two eels?", "ask two eels for a crossing?", {"judge"}),
    (SESSION, "RP1", "canon: Hanne runs", "canon: Old Hanne runs", {"judge"}),
    (SESSION, "RP1", "max: 60", "max: 61", {"check"}),
    (SESSION, "RP1", "title: The ferry at Oss", "title: The ferry", set()),
    (SESSION, "RP1", "catches drift", "finds drift", set()),
    (SESSION, "RP1", "questions:", "# a comment\nquestions:", set()),
    (TOOLS, "TU1", "held at the Marlow", "lost at the Marlow", {"question"}),
    (TOOLS, "TU1", "any: [Marlow]", "any: [Marlow, depot]", {"check"}),
    (TESTS, "FN1", '"z"]) == "z"', '"y"]) == "y"', {"question"}),
    (BUGS, "BH1", "decoys: [7, 14]", "decoys: [7]", {"check"}),
]


def moved(before: Stamps, after: Stamps) -> set[str]:
    return {name for name in ("question", "judge", "check") if getattr(before, name) != getattr(after, name)}


@pytest.mark.parametrize(("file", "case_id", "old", "new", "expected"), EDITS)
def test_an_edit_moves_only_the_stamp_of_its_kind(
    tiny: Path, file: str, case_id: str, old: str, new: str, expected: set[str]
) -> None:
    before = load_suite(tiny).cases
    edit(tiny / file, old, new)
    after = load_suite(tiny).cases
    assert moved(before[case_id].stamps, after[case_id].stamps) == expected
    assert all(before[other].stamps == after[other].stamps for other in before if other != case_id)


def test_line_ends_and_key_order_do_not_matter(tiny: Path) -> None:
    before = load_suite(tiny).cases["RP1"].stamps
    path = tiny / SESSION
    text = path.read_text().replace("{id: short, words: {max: 60}}", "{words: {max: 60}, id: short}")
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert load_suite(tiny).cases["RP1"].stamps == before
