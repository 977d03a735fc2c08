from crucibleforge.core.case import Budget, Case, Rule, SessionContent
from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.stamps import Stamps
from crucibleforge.grade._session import grade_session

RULES = (
    Rule("short", "words", {"max": 3}, weight=2.0),
    Rule("names", "includes", {"any": ["lamp"]}, turns=(2,), gate=True),
)


def case(*rules: Rule) -> Case:
    content = SessionContent(("a", "b"), "canon", rules, ())
    return Case("CV01", "x", "X", "conversation", "session", "x", Budget(100), content, Stamps("q", "j", "c"))


def test_every_rule_is_one_check() -> None:
    short, names = grade_session(case(*RULES), [Turn((), "one two"), Turn((), "the lamp")])
    assert (short.id, short.credit, short.by, short.title, short.weight, short.gate) == (
        "short",
        1,
        "rule",
        "words",
        2.0,
        False,
    )
    assert (names.credit, names.gate) == (1, True)
    assert "lamp" in names.evidence


def test_failure_shows_its_words() -> None:
    short, names = grade_session(case(*RULES), [Turn((), "one two three four"), Turn((), "the lump")])
    assert (short.credit, names.credit) == (0, 0)
    assert "turn 1" in short.evidence
    assert "four" in short.evidence
    assert "the lump" in names.evidence


def test_turn_that_refused_or_stayed_in_thought_says_nothing() -> None:
    never = Rule("never", "excludes", {"any": ["x"]}, turns=(2,))
    for outcome in (Outcome.REFUSED, Outcome.EMPTY, Outcome.ONLY_THINKING, Outcome.MALFORMED):
        (check,) = grade_session(case(never), [Turn((), "fine"), Turn((), "No, sorry.", outcome)])
        assert check.credit == 0


def test_cut_off_turn_is_read_as_far_as_it_went() -> None:
    (check,) = grade_session(case(RULES[1]), [Turn((), ""), Turn((), "the lamp and", Outcome.CUT_OFF)])
    assert check.credit == 1
