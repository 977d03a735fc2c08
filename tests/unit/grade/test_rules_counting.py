import pytest

from crucibleforge.core.case import Rule, RuleKind
from crucibleforge.grade.rules import RuleResult, apply_rule


def counted(kind: RuleKind, text: str, **bounds: int) -> RuleResult:
    return apply_rule(Rule("r", kind, bounds or {"min": 0}), [text])


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Don’t touch the well-known x-ray machine.", 6),
        ("Don't touch the state-of-the-art x‑ray", 5),
        ("The night—cold, silent—fell.", 5),
        ("Wait -- what? Wait--what?", 4),
        ("one – two", 2),
        ("天气很好 today。", 5),
        ("今日はiPhoneを買う", 7),
        ("한국어는 띄어 씁니다", 3),
        ("- first\n* second\n# Third heading", 4),
        ("It cost 3.5 euros (or 2,750 yen) & more...", 8),
        ("**bold** _soft_ `code`", 3),
        ("!!! ... *** —", 0),
        ("zero\u200bwidth soft\u00adhyphen", 2),
        ("cafe\u0301 cafés", 2),
        ("non\u00a0breaking spaces\u3000part", 4),
        ("lone \ud83d surrogate", 2),
    ],
)
def test_words_are_counted_as_word_processors_count_them(text: str, count: int) -> None:
    assert counted("words", text).measured == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Dr. Moss paid 3.5 euros, e.g. for tea. It was late.", 2),
        ("Mr. and Mrs. Vane met Prof. Oduya at St. Mary's. They left.", 2),
        ("We left at 5 p.m. on Friday. He came at 6 p.m. She was late.", 3),
        ("We live in St. Ives on Main St. He does too.", 2),
        ("See No. 5, p. 12 and Fig. 3. No. I won't.", 3),
        ("The U.S. Army came. They moved to the U.S. It was cold.", 3),
        ("J. R. Hartley wrote it. So did I. Then we ate.", 3),
        ("Well... maybe. Wait… I know! Really?! Yes.", 4),
        ("He waited... Then he left.", 2),
        ('"Stop!" he said. "Why?" asked Mara. "Go."', 3),
        ("“Stop!” He left.", 2),
        ('"Stop!" Mara said. "I see," she said.', 2),
        ("(He left.) Then (really!) she came.", 2),
        ("it rained. then it stopped. nobody minded.", 3),
        ("天气很好。我们走吧！好吗？", 3),
        ("A line\nthat is wrapped. Another\none.", 2),
        ("A title without a stop\n\nA sentence.", 2),
        ("# A heading\nOne sentence here.", 1),
        ("1. First thing.\n2. Second thing\n3. Third", 3),
        ("- milk\n- bread", 2),
        ("It was late.She left.", 2),
        ("Version 2.0.1 of node.js is out. Fine.", 2),
        ("Great job! 🎉 See you.", 2),
        ("She **stopped.** He did not.", 2),
        ("*** --- !!!", 0),
    ],
)
def test_sentences_are_counted_as_a_reader_counts_them(text: str, count: int) -> None:
    assert counted("sentences", text).measured == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("red\ngreen\nblue\n", 3),
        ("red\r\ngreen\rblue", 3),
        ("a\n\n\nb\n   \n", 2),
        ("a\u2028b", 2),
        ("```\nold pond\na frog leaps in\nwater's sound\n```", 3),
        ("one", 1),
    ],
)
def test_lines_are_those_that_hold_anything(text: str, count: int) -> None:
    assert counted("lines", text).measured == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One idea here.\n   \nA second idea.\r\n\r\n\r\nA third.\n", 3),
        ("a\nb\n\nc", 2),
        ("\n\n  a  \n\n", 1),
        ("one\n\n* * *\n\ntwo\n\n---\n\nthree", 3),
        ("one\n\t\ntwo", 2),
    ],
)
def test_paragraphs_are_parted_by_blank_lines(text: str, count: int) -> None:
    assert counted("paragraphs", text).measured == count


def test_bounds_are_inclusive() -> None:
    assert counted("words", "a b c", min=3, max=3).passed
    assert counted("words", "a b c", exactly=3).passed
    assert not counted("words", "a b c", max=2).passed
    assert not counted("words", "a b c", min=4).passed


def test_too_many_words_are_shown_from_the_first_that_is_too_much() -> None:
    result = counted("words", "one two three four five", max=3)
    assert "5 words" in result.evidence
    assert "four" in result.evidence


def test_too_few_sentences_are_shown_with_the_last_one() -> None:
    assert "It ended." in counted("sentences", "It began. It ended.", min=3).evidence


def test_evidence_is_cut_at_word_ends() -> None:
    words = [f"word{number}" for number in range(200)]
    evidence = counted("words", " ".join(words), max=100).evidence
    shown = evidence.split("“")[1].split("”")[0].strip("…").split()
    assert "word100" in shown
    assert set(shown) <= set(words)
