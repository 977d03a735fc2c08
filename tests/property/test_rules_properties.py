from collections.abc import Sequence
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from crucibleforge.core.case import Rule, RuleKind, Scope
from crucibleforge.grade.rules import RuleResult, apply_rule

SNIPPETS = st.sampled_from(
    [
        *(
            "a",
            "ham",
            "not ",
            "I will ",
            "Dr. ",
            "3.5",
            "2,750",
            "don't",
            "“",
            '"',
            "((",
            "OOC: ",
            "—",
            "…",
            "?!",
            ". ",
            "\n\n",
        ),
        *(
            "you take it",
            "Mara nods",
            "天气",
            "cafe\u0301",
            "*",
            "_",
            "```",
            '{"a": 1}',
            "- ",
            " ",
            "\t",
            "\u200b",
            "\ud83d",
            "🎉",
        ),
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(SNIPPETS, max_size=20).map("".join))
PROSE = st.lists(
    st.sampled_from(["the", "old", "harbour", "lay", "quiet", "and", "nobody", "came", "down", "to", "it"]),
    min_size=1,
    max_size=12,
).map(lambda words: " ".join(words).capitalize() + ".")
PARAMS: dict[RuleKind, dict[str, Any]] = {
    "words": {"min": 2, "max": 5},
    "sentences": {"exactly": 2},
    "lines": {"max": 2},
    "paragraphs": {"min": 2},
    "includes": {"all": ["ham", "2750"]},
    "excludes": {"any": ["ham", "—", "2,750"], "unless_negated": True},
    "pattern": {"never": r"h.m|\d+", "unless_negated": True},
    "starts": {"any": ["a", "—"]},
    "ends": {"any": ["ham", "."]},
    "json": {"shape": {"a": "integer"}},
    "person": {"is": "third"},
    "tense": {"is": "past"},
    "speaks_for_user": {"names": ["Mara", ""]},
    "unique_across_turns": {"part": "first_sentence"},
    "recalls": {"any": ["ham", "天气"]},
    "language": {"is": "en"},
}


def ruled(kind: RuleKind, replies: Sequence[str], scope: Scope = "turn", **params: Any) -> RuleResult:
    return apply_rule(Rule("r", kind, params or PARAMS[kind], scope=scope), replies)


@given(st.sampled_from(get_args(RuleKind)), st.sampled_from(get_args(Scope)), st.lists(TEXTS, max_size=3))
def test_rules_decide_any_text_and_say_why_it_failed(kind: RuleKind, scope: Scope, replies: list[str]) -> None:
    result = ruled(kind, replies, scope)
    assert result == ruled(kind, replies, scope)
    assert result.passed or result.evidence


@given(TEXTS, TEXTS, st.sampled_from([" ", "\n", "\t", "\n\n", " \n "]))
def test_words_of_joined_texts_add_up(one: str, other: str, space: str) -> None:
    def words(text: str) -> int:
        return ruled("words", [text], min=0).measured or 0

    assert words(f"{one}{space}{other}") == words(one) + words(other)


@given(TEXTS, TEXTS)
def test_paragraphs_and_lines_of_joined_texts_add_up(one: str, other: str) -> None:
    for kind in ("lines", "paragraphs"):
        counts = [ruled(kind, [text], min=0).measured or 0 for text in (one, other, f"{one}\n\n{other}")]
        assert counts[0] + counts[1] == counts[2]


@given(TEXTS, PROSE, st.booleans())
def test_prose_behind_a_forbidden_phrase_does_not_excuse_it(text: str, prose: str, guarded: bool) -> None:
    params: dict[str, Any] = {"any": ["ham", "2750", "—"], "unless_negated": guarded}
    text = f"Well. {text}"
    if not ruled("excludes", [text], **params).passed:
        assert not ruled("excludes", [f"{text}\n\n{prose}"], **params).passed


@given(TEXTS, PROSE)
def test_prose_behind_a_required_phrase_does_not_hide_it(text: str, prose: str) -> None:
    if ruled("includes", [text], any=["ham", "2750"]).passed:
        assert ruled("includes", [f"{text}\n\n{prose}"], any=["ham", "2750"]).passed


@given(TEXTS, st.sampled_from(["ham", "2750", "天气", "don't", "—"]))
def test_includes_and_excludes_never_agree(text: str, phrase: str) -> None:
    if ruled("words", [text], min=0).measured is not None:
        assert ruled("includes", [text], any=[phrase]).passed != ruled("excludes", [text], any=[phrase]).passed


@given(st.lists(TEXTS, min_size=1, max_size=4), st.integers(0, 4))
def test_empty_turns_between_others_change_no_rule(replies: list[str], at: int) -> None:
    padded = [*replies[:at], " \n", *replies[at:]]
    for kind in ("words", "excludes", "speaks_for_user", "unique_across_turns"):
        assert ruled(kind, replies).passed == ruled(kind, padded).passed
