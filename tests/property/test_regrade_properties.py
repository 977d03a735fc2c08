from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from crucibleforge.core.case import Case, Rule, SessionContent
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.grade import grade, regrade
from crucibleforge.grade.rules._text import clean, count_words, word_spans
from crucibleforge.suite import load_suite
from tests.tiny import ROOT

CHATS = [case for case in load_suite(ROOT).cases.values() if isinstance(case.content, SessionContent)]
RULES = [
    Rule("short", "words", {"max": 12}, weight=2.0),
    Rule("short", "words", {"max": 12}),
    Rule("short", "words", {"min": 3, "max": 60}, gate=True),
    Rule("ferry", "includes", {"any": ["ferry"]}),
    Rule("ferry", "includes", {"any": ["ferry", "rope"]}, turns=(1,)),
    Rule("quiet", "excludes", {"any": ["!"]}, scope="all_turns"),
    Rule("dots", "pattern", {"find": r"\.$"}),
    Rule("dots", "pattern", {"find": r"\.$"}, about="ends in a full stop"),
]
REPLIES = [
    "",
    "…",
    "I can't help with that.",
    "The ferry leaves at nine.",
    "Two eels, then hold the rope!",
    "Ten — or 十二?",
]
OUTCOMES = [
    Outcome.ANSWERED,
    Outcome.ANSWERED,
    Outcome.CUT_OFF,
    Outcome.REFUSED,
    Outcome.ONLY_THINKING,
    Outcome.MALFORMED,
]

PIECES = ["a", "1", "é", " ", "\n", "-", "--", "a--b", "—", "–", "―", "_", "’", "."]
"""What texts are made of that are counted without a look at where their words stand."""


def with_rules(case: Case, rules: list[Rule]) -> Case:
    assert isinstance(case.content, SessionContent)
    return replace(case, content=replace(case.content, rules=tuple(rules)))


def sets_of_rules() -> st.SearchStrategy[list[Rule]]:
    return st.lists(st.sampled_from(RULES), unique_by=lambda rule: rule.id, max_size=4)


@given(
    st.sampled_from(CHATS),
    sets_of_rules(),
    sets_of_rules(),
    st.lists(
        st.builds(lambda text, outcome: Turn((), text, outcome), st.sampled_from(REPLIES), st.sampled_from(OUTCOMES))
    ),
)
def test_a_grade_made_from_an_earlier_one_is_the_grade(
    case: Case, then: list[Rule], now: list[Rule], turns: list[Turn]
) -> None:
    answer = Answer(case.id, tuple(turns), Outcome.ANSWERED)
    known = grade(with_rules(case, then), answer, sandbox=None)
    bare = [replace(rule, about="") for rule in then]
    standing = {rule.id for rule in now if replace(rule, about="") in bare}
    edited = with_rules(case, now)
    assert regrade(edited, turns, known, standing) == grade(edited, answer, sandbox=None)


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(max_size=40))
def test_words_are_counted_as_they_are_found(text: str) -> None:
    assert count_words(clean(text)) == len(list(word_spans(clean(text))))
