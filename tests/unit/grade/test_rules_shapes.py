from typing import Any

import pytest

from crucibleforge.core.case import Rule, RuleKind
from crucibleforge.grade.rules import RuleResult, apply_rule


def ruled(kind: RuleKind, *texts: str, **params: Any) -> RuleResult:
    return apply_rule(Rule("r", kind, params), texts)


def test_pattern_anchors_stand_for_lines() -> None:
    assert ruled("pattern", "one\nItem: two\nthree", find="^Item: .*$").passed
    assert not ruled("pattern", "one\nItem: two", never="^Item").passed


def test_pattern_reads_typographic_quotes_as_straight_ones() -> None:
    assert ruled("pattern", "I don’t know", find="don't").passed
    assert ruled("pattern", "I don't know", find="don’t").passed
    assert ruled("pattern", "“Well”", find='^"Well"$').passed


def test_forbidden_match_is_shown() -> None:
    assert "call me tomorrow" in ruled("pattern", "please call me tomorrow", never="call .*").evidence


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "b": "x", "c": [], "d": null, "e": 1.5, "f": true, "g": {}}',
        '```json\n{"a": 2.0, "b": "", "c": [1], "d": null, "e": 3, "f": false, "g": {"h": 1}}\n```',
        '\n~~~\n{"a": 1, "b": "x", "c": [], "d": null, "e": 1, "f": true, "g": {}, "more": 1}\n~~~\n',
    ],
)
def test_json_of_the_shape_passes_bare_or_fenced(text: str) -> None:
    shape = dict(zip("abcdefg", ["integer", "string", "list", "null", "number", "boolean", "object"], strict=True))
    assert ruled("json", text, shape=shape).passed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"n": true}', "True"),
        ('{"n": "4"}', "'4'"),
        ('{"n": 1.5}', "1.5"),
        ('{"n": null}', "None"),
        ('{"m": 1}', "missing"),
        ('{"n": NaN}', "NaN"),
        ('{"n": 1e999}', "1e999"),
        ("[1]", "not a JSON object"),
        ('Here you are: {"n": 1}', "Here you are"),
        ('```json\n{"n": 1}\n```\nEnjoy!', "not JSON"),
        ('{"n": 1', "not JSON"),
        ("[" * 50_000, "not JSON"),
    ],
)
def test_other_json_fails_with_its_reason(text: str, reason: str) -> None:
    result = ruled("json", text, shape={"n": "integer"})
    assert not result.passed
    assert reason in result.evidence


def test_turns_may_not_share_a_first_word() -> None:
    result = ruled("unique_across_turns", "Well, yes.", "Hm.", '"Well" again', part="first_word")
    assert not result.passed
    assert "turns 1 and 3" in result.evidence
    assert "Well" in result.evidence
    assert ruled("unique_across_turns", "Well.", "Hm.", "So.", part="first_word").passed


def test_turns_may_not_share_a_sentence() -> None:
    assert not ruled("unique_across_turns", "Well. See you soon!", "Oh? See you soon.", part="last_sentence").passed
    assert ruled("unique_across_turns", "Well. See you soon!", "See you soon. Bye.", part="last_sentence").passed
    assert not ruled("unique_across_turns", "So it goes. Hm.", "So it goes. Well.", part="first_sentence").passed


def test_turns_may_not_share_what_a_pattern_captures() -> None:
    capture = r"^Exhibit: (.+)$"
    assert not ruled("unique_across_turns", "Exhibit: A Crown", "x\nExhibit: a crown", capture=capture).passed
    assert ruled("unique_across_turns", "Exhibit: crown", "nothing", "Exhibit: ring", capture=capture).passed
    assert not ruled("unique_across_turns", "nothing", "none", capture=capture).passed
