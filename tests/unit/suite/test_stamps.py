from __future__ import annotations

from pathlib import Path

import pytest

from crucibleforge.core.stamps import Aspect, Stamps, canonical, digest, digest_with
from crucibleforge.suite import changes, load_suite, stamped_content

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


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("temperature: 0.0,", "temperature: 0.5,", "temperature 0.0 -> 0.5"),
        ("thinking_factor: 4,", "thinking_factor: 8,", "thinking_factor 4.0 -> 8.0"),
        ("max_tokens_cap: 4096", "max_tokens_cap: 8192", "max_tokens_cap 4096 -> 8192"),
    ],
)
def test_how_models_are_asked_is_part_of_every_question(tiny: Path, old: str, new: str, words: str) -> None:
    before = load_suite(tiny)
    edit(tiny / "bench.yaml", old, new)
    after = load_suite(tiny)
    for case in before.cases.values():
        assert moved(case.stamps, after.cases[case.id].stamps) == {"question"}
        contents = [stamped_content(suite, suite.cases[case.id])["question"] for suite in (before, after)]
        assert changes(*contents) == (words,)


def test_line_ends_and_key_order_do_not_matter(tiny: Path) -> None:
    before = load_suite(tiny).cases["RP1"].stamps
    path = tiny / SESSION
    text = path.read_text().replace("{id: short, words: {max: 60}}", "{words: {max: 60}, id: short}")
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert load_suite(tiny).cases["RP1"].stamps == before


WORDS: list[tuple[str, str, str, str, Aspect, str]] = [
    (SESSION, "RP1", "What does a crossing cost?", "What is the fare?", "question", "turn 1 "),
    (SESSION, "RP1", "max_tokens: 200", "max_tokens: 201", "question", "budget max_tokens 200 -> 201"),
    (SESSION, "RP1", "who runs a rope ferry. She", "who runs a chain ferry. She", "question", "the system prompt: 1 line changed"),
    (SESSION, "RP1", "name a price of two eels?", "ask two eels for a crossing?", "judge", 'question price: ask "Does Hanne name'),
    (SESSION, "RP1", "max: 60", "max: 61", "check", "rule short: words max 60 -> 61"),
    (SESSION, "RP1", "[money, coins]", "[money, gold]", "check", 'rule no-money: excludes any ["money", "coins"] -> ["money", "gold"]'),
    (SESSION, "RP1", "{id: short, words: {max: 60}}", "{id: brief, words: {max: 60}}", "check", "rule short removed"),
    (TOOLS, "TU1", "held at the Marlow", "lost at the Marlow", "question", "script"),
    (TOOLS, "TU1", "any: [Marlow]", "any: [Marlow, depot]", "check", 'includes any ["Marlow"] -> ["Marlow", "depot"]'),
    (TESTS, "FN1", '"z"]) == "z"', '"y"]) == "y"', "question", "hidden tests (tests.py): 1 line changed"),
    (BUGS, "BH1", "decoys: [7, 14]", "decoys: [7]", "check", "decoys [7, 14] -> [7]"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "case_id", "old", "new", "aspect", "words"), WORDS)
def test_an_edit_is_said_in_words(
    tiny: Path, file: str, case_id: str, old: str, new: str, aspect: Aspect, words: str
) -> None:
    suite = load_suite(tiny)
    before = stamped_content(suite, suite.cases[case_id])
    edit(tiny / file, old, new)
    suite = load_suite(tiny)
    after = stamped_content(suite, suite.cases[case_id])
    said = {name: changes(before[name], after[name]) for name in before}
    assert words in said.pop(aspect)[0]
    assert set(said.values()) == {()}


def test_a_moved_stamp_always_has_words(tiny: Path) -> None:
    for file, case_id, old, new, expected in EDITS:
        suite = load_suite(tiny)
        before = stamped_content(suite, suite.cases[case_id])
        edit(tiny / file, old, new)
        suite = load_suite(tiny)
        after = stamped_content(suite, suite.cases[case_id])
        assert {name for name in before if changes(before[name], after[name])} == expected
        edit(tiny / file, new, old)


def test_a_list_may_be_hashed_from_its_first_value_and_the_rest() -> None:
    rest = [1, "é", {"b": [None, True]}, Stamps("q", "j", "c")]
    assert digest_with("first", canonical(rest)) == digest(["first", *rest])
