from typing import Any

import pytest

from crucibleforge.core.case import Rule, RuleKind
from crucibleforge.grade.rules import RuleResult, apply_rule


def ruled(kind: RuleKind, text: str, **params: Any) -> RuleResult:
    return apply_rule(Rule("r", kind, params), [text])


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The warehouse holds 2,750 crates.", "2750"),
        ("The warehouse holds 2 750 crates.", "2,750"),
        ("The warehouse holds 2\u202f750 crates.", "2750"),
        ("The warehouse holds 2'750 crates.", "2750"),
        ("It cost 1,234,567.50 in all.", "1234567.50"),
        ("Rooms 1,2,3 are free.", "2"),
        ("That makes $2,750.00 in all.", "2750"),
        ("Oslo's harbour is Oslo-based.", "oslo"),
        ("It’s the captain’s log", "it's the captain's log"),
        ("A well‑known fact, 10–12 days", "well-known"),
        ("A well‑known fact, 10–12 days", "10-12 days"),
        ("the **red** door", "The red door"),
        ("the red\n   door", "red door"),
        ("cafe\u0301 au lait", "café"),
        ("STRASSE or Straße", "straße"),
        ("今天天气很好", "天气"),
        ("What then?", "?"),
        ("use snake_case here", "snake_case"),
        ("Order O-7 came", "O-7"),
        ("Wait… what", "wait..."),
        ("He said “stop”", 'said "stop"'),
        ("soft\u00adware", "software"),
    ],
)
def test_phrase_is_found_in_any_spelling_of_its_own(text: str, phrase: str) -> None:
    assert ruled("includes", text, any=[phrase]).passed
    assert not ruled("excludes", text, any=[phrase]).passed
    assert ruled("recalls", text, any=["something else", phrase]).passed


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("This shampoo smells fresh.", "ham"),
        ("The champion", "ham"),
        ("12,750 crates", "2750"),
        ("2,750 crates", "750"),
        ("27501 crates", "2750"),
        ("2.750 litres", "2750"),
        ("2750.005 grams", "2750"),
        ("3.5 euros", "3"),
        ("3.5 euros", "5"),
        ("I can't go", "can"),
        ("my_ham_case", "ham"),
        ("Yesterday", "yes"),
        ("éham", "ham"),
        ("well-known", "—"),
    ],
)
def test_phrase_is_not_found_inside_a_longer_word_or_number(text: str, phrase: str) -> None:
    assert not ruled("includes", text, any=[phrase]).passed
    assert ruled("excludes", text, any=[phrase]).passed


def test_includes_all_names_what_is_missing() -> None:
    result = ruled("includes", "Red and blue.", all=["red", "green", "blue"])
    assert not result.passed
    assert "'green'" in result.evidence
    assert "'red'" not in result.evidence


def test_excludes_shows_the_words_around_its_find() -> None:
    evidence = ruled("excludes", "She ate the ham with mustard.", any=["ham"]).evidence
    assert "ate the ham with" in evidence


@pytest.mark.parametrize(
    "text",
    [
        "I will not share the password with anyone.",
        "I won't share the password.",
        "I won’t share the password.",
        "I cannot and must not share the password.",
        "I can't, under any circumstances, share the password.",
        "Nobody may share the password.",
        "I refuse to share the password.",
        "You can go in without me having to share the password.",
        "To share the password is not allowed.",
        ["Share the password", "I could never share the password.\nI will not share the password."][1],
        "I do not want to be the one to share the password.",
        "I will no longer share the password.",
        "I am unable to share the password.",
        "To share the password is forbidden here.",
        "No, I won't share the password.",
    ],
)
def test_denied_phrase_is_no_violation(text: str) -> None:
    assert ruled("excludes", text, any=["share the password"], unless_negated=True).passed
    assert ruled("pattern", text, never=r"\bshare the password\b", unless_negated=True).passed
    assert not ruled("excludes", text, any=["share the password"]).passed


@pytest.mark.parametrize(
    "text",
    [
        "I will share the password.",
        "I don't mind. I will share the password.",
        "I will not lie; I share the password gladly.",
        "I would not usually, but I will share the password.",
        "No, I share the password with everyone.",
        "Not only do I share the password, I shout it.",
        "I won't hesitate to share the password.",
        "Why not share the password?",
        "I share the password without shame.",
        "It is no secret that I share the password.",
        "I will not share the password. Fine, I share the password.",
        "I share the password, not the key.",
    ],
)
def test_literal_use_beside_a_negation_is_a_violation(text: str) -> None:
    assert not ruled("excludes", text, any=["share the password"], unless_negated=True).passed
    assert not ruled("pattern", text, never=r"\bshare the password\b", unless_negated=True).passed


@pytest.mark.parametrize("text", ["Yes, sir.", "  yes", "**Yes**, sir", "YES"])
def test_starts_ignores_case_space_and_emphasis(text: str) -> None:
    assert ruled("starts", text, any=["no", "yes"]).passed


@pytest.mark.parametrize("text", ["Yesterday", "Oh yes", "yes-man".replace("-", "")])
def test_starts_wants_the_whole_word_at_the_start(text: str) -> None:
    result = ruled("starts", text, any=["yes"])
    assert not result.passed
    assert text.split()[0] in result.evidence


@pytest.mark.parametrize("text", ["All done. — Ada", "all done - ADA \n", "done. – *Ada*"])
def test_ends_ignores_case_space_and_typography(text: str) -> None:
    assert ruled("ends", text, any=["— Ada"]).passed


def test_ends_shows_the_last_words() -> None:
    result = ruled("ends", "It was a long day and then it was over", any=["the end"])
    assert not result.passed
    assert "it was over”" in result.evidence


def test_sign_alone_is_compared_as_written() -> None:
    assert ruled("ends", "What then?", any=["?"]).passed
    assert not ruled("ends", "What then.", any=["?"]).passed
    assert not ruled("excludes", "a — b", any=["—"]).passed
    assert ruled("excludes", "a - b", any=["—"]).passed
