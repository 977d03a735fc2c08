import ast
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import pytest
import re2

from crucibleforge.core.case import Rule, RuleKind, Scope
from crucibleforge.grade import rules
from crucibleforge.grade.rules import RULES, RuleResult, apply_rule

FIELD = Path(__file__).parents[2] / "data" / "field"
KINDS: tuple[RuleKind, ...] = get_args(RuleKind)
SCENE = (
    'Rain fell. "You came," she said. "I waited." ((OOC: brb in five.)) The lamp went out.\n\nOOC: I will pause here.'
)


def ruled(kind: RuleKind, *texts: str, scope: Scope = "turn", turns: Sequence[int] = (), **params: Any) -> RuleResult:
    return apply_rule(Rule("r", kind, params, scope=scope, turns=tuple(turns)), texts)


def test_every_rule_kind_has_a_reader() -> None:
    assert set(RULES) == set(KINDS)


def test_rules_use_no_engine_that_backtracks() -> None:
    folder = Path(rules.__file__).parent
    imported = {
        alias.name
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert "re2" in imported
    assert "re" not in imported


FIELD_KINDS: dict[str, Callable[[dict[str, Any]], tuple[RuleKind, dict[str, Any]]]] = {
    "word_count": lambda rule: ("words", {"min": rule["min"], "max": rule["max"]}),
    "sentence_count": lambda rule: ("sentences", {"min": rule["min"], "max": rule["max"]}),
    "line_count": lambda rule: ("lines", {"min": rule["min"], "max": rule["max"]}),
    "paragraph_count": lambda rule: ("paragraphs", {"min": rule["min"], "max": rule["max"]}),
    "banned_phrases": lambda rule: ("excludes", {"any": rule["phrases"]}),
    "required_facts": lambda rule: ("includes", {"all": rule["facts"]}),
    "regex_forbidden": lambda rule: (
        "pattern",
        {"never": rule["pattern"], "unless_negated": rule["negation_guard"]},
    ),
}


def field_cases() -> list[Any]:
    cases = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FIELD.glob("*.json"))]
    return [pytest.param(case, id=case["id"]) for case in cases if case["area"] == "text_rule"]


def test_field_cases_are_there() -> None:
    assert len(field_cases()) >= 8


@pytest.mark.parametrize("case", field_cases())
def test_field_case_has_its_outcome(case: dict[str, Any]) -> None:
    kind, params = FIELD_KINDS[case["input"]["rule"]["kind"]](case["input"]["rule"])
    result = ruled(kind, case["input"]["reply"], **params)
    assert result.passed == case["expected"]["pass"], result.evidence
    if "measured" in case["expected"]:
        assert result.measured == case["expected"]["measured"]


def test_every_selected_turn_must_pass() -> None:
    result = ruled("words", "one two", "one", "one two", exactly=2)
    assert not result.passed
    assert result.measured == 1
    assert "turn 2" in result.evidence
    assert ruled("words", "one two", "one", "one two", turns=[1, 3], exactly=2).passed


def test_all_turns_are_read_as_one() -> None:
    assert ruled("words", "one two", "three", scope="all_turns", exactly=3).passed
    assert ruled("includes", "one", "two", scope="all_turns", all=["one", "two"]).passed
    assert not ruled("includes", "one", "two", all=["one", "two"]).passed


@pytest.mark.parametrize(
    ("scope", "inside", "outside"),
    [
        ("narration", "rain fell", "you came"),
        ("narration", "the lamp", "brb"),
        ("dialogue", "I waited", "she said"),
        ("dialogue", "you came", "pause here"),
        ("ooc", "brb in five", "rain"),
        ("ooc", "I will pause here", "lamp"),
    ],
)
def test_scope_reads_only_its_part(scope: Scope, inside: str, outside: str) -> None:
    assert ruled("includes", SCENE, scope=scope, any=[inside]).passed
    assert ruled("excludes", SCENE, scope=scope, any=[outside]).passed


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("“One,” he said, “two.”", 2),
        ('"One two three', 3),
        ('"One two\n\nNot said', 2),
        ('It is 6" wide and "wide" is said', 1),
        ("It's the dogs' bowl, 'single' quotes", 0),
        ('"Chapter 7" she read', 2),
    ],
)
def test_dialogue_is_what_double_quotes_hold(text: str, spoken: int) -> None:
    assert ruled("words", text, scope="dialogue", min=0).measured == spoken


def test_empty_turns_are_left_to_the_other_check() -> None:
    assert ruled("words", "one two", "", "  \n", "one two", exactly=2).passed
    assert ruled("unique_across_turns", "One.", "", "", "Two.", part="first_word").passed


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("replies", [[], [""], [" \n\t", "\u200b"]])
def test_silence_keeps_no_rule(kind: RuleKind, replies: list[str]) -> None:
    result = ruled(kind, *replies, **PARAMS[kind])
    assert not result.passed
    assert result.evidence


def test_rule_whose_turn_is_empty_or_missing_fails() -> None:
    assert "turn 2" in ruled("excludes", "fine", "", turns=[2], any=["x"]).evidence
    assert not ruled("excludes", "fine", turns=[2], any=["x"]).passed


PARAMS: dict[RuleKind, dict[str, Any]] = {
    "words": {"max": 1},
    "sentences": {"max": 1},
    "lines": {"max": 1},
    "paragraphs": {"max": 1},
    "includes": {"all": ["never there 2750", "aaab"]},
    "excludes": {"any": ["a a", "aaab", "12"], "unless_negated": True},
    "pattern": {"never": r"(a*)*b|(not )?a.*x|\w+\s*$", "unless_negated": True},
    "starts": {"any": ["zz"]},
    "ends": {"any": ["zz"]},
    "json": {"shape": {"a": "string"}},
    "person": {"is": "first"},
    "tense": {"is": "past"},
    "speaks_for_user": {"names": ["Mara"]},
    "unique_across_turns": {"part": "last_sentence"},
    "recalls": {"any": ["zz"]},
    "language": {"is": "en"},
}
ATOMS = (
    *("a", "a ", '"', "“a ", "((", "((b)) ", "OOC: ", "Dr. ", "?! ", "\n \n", "not a ", "you, ", "1,234,", "1 234 "),
    *('{"a":[', "天。", "\u0301\u0316", "*a* ", "Mara: ", "```\n", '"" said ', "if you take it, ", "don't a ", "- a\n"),
)


def repeated(atom: str, size: int) -> str:
    return (atom * (size // len(atom) + 1))[:size]


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_text_of_any_size_is_read_to_its_end(kind: RuleKind) -> None:
    for size in (20_000, 200_000):
        text = "".join(repeated(atom, size // len(ATOMS)) for atom in ATOMS)
        assert isinstance(ruled(kind, text, **PARAMS[kind]).passed, bool)


@pytest.fixture
def engine_chars(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many characters each use of the pattern engine was given."""
    given: list[int] = []
    match = re2._Regexp._match

    def counting(self: Any, anchor: Any, text: str, pos: Any = None, endpos: Any = None) -> Any:
        given.append(len(text))
        return match(self, anchor, text, pos, endpos)

    monkeypatch.setattr(re2._Regexp, "_match", counting)
    return given


@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_text_and_no_faster(kind: RuleKind, engine_chars: list[int]) -> None:
    for atom in ATOMS:
        small, small_chars = cost(kind, atom, 200, engine_chars)
        large, large_chars = cost(kind, atom, 2_000, engine_chars)
        assert large < 14 * small + 1_000, atom
        assert large_chars < 14 * small_chars + 8_000, atom


def cost(kind: RuleKind, atom: str, size: int, engine_chars: list[int]) -> tuple[int, int]:
    """How many calls a rule makes, and how many characters it hands to the pattern engine."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    text = repeated(atom, size)
    engine_chars.clear()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        ruled(kind, text, text, **PARAMS[kind])
    finally:
        sys.setprofile(before)
    return calls, sum(engine_chars)
