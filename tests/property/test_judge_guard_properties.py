"""The quote guard: what is true stays true in any allowed spelling, and nothing else becomes true."""

import cProfile
import pstats
import unicodedata
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from crucibleforge.core.case import Question
from crucibleforge.judge import MIN_QUOTE_CHARS, guard
from crucibleforge.judge._guard import plain
from crucibleforge.judge._prompt import Exchange, Material

WORDS = st.sampled_from(
    [
        "the",
        "brass",
        "key",
        "lies",
        "under",
        "a",
        "stone",
        "don't",
        "café",
        "naïve",
        "one",
        "two",
        "red",
        "lantern",
        "rope",
        "12",
        "9.30",
        "Zoë",
        "–",
        '"yes"',
        "and",
        "then",
        "가다",
        "she",
        "ноч\u0301ь",
        "x\u0302",
        "列车",
    ]
)
SENTENCES = st.lists(WORDS, min_size=6, max_size=14)
TYPOGRAPHIC = {'"': "“”„«»", "'": "’‘", "-": "–—‑", "–": "-—"}
SPACES = [" ", "  ", "\n", "\t", "\u00a0", " \n\n "]
EMPHASIS = ["", "", "", "*", "**", "_", "__", "***"]
# Whatever a model may write: letters and marks of many scripts, emphasis, typography, invisible and broken characters.
ANY = st.text(
    st.sampled_from("ab cé’'\"“*_-–…\n\u0301\u0302\u0327가ㄱ\u1100\u1161\u11a8ß列👩\u200d\u200b\u202e\0"), max_size=60
)


@st.composite
def stretches(draw: st.DrawFn) -> tuple[list[str], int, int]:
    """Words, and the bounds of a stretch that is long enough to be a quote."""
    words = draw(SENTENCES)
    start = draw(st.integers(0, len(words) - 5))
    end = draw(st.integers(start + 4, len(words)))
    assume(len(" ".join(words[start:end])) >= MIN_QUOTE_CHARS + 4)
    return words, start, end


def spelled(words: Sequence[str], chance: Random) -> str:
    """The words in some spelling that the guard must not mind."""
    return "".join(_spelled_word(word, chance) + chance.choice(SPACES) for word in words)


def _spelled_word(word: str, chance: Random) -> str:
    swapped = "".join(chance.choice(char + TYPOGRAPHIC.get(char, "")) for char in word)
    mark = chance.choice(EMPHASIS) if word[0].isalnum() and word[-1].isalnum() else ""
    composed = unicodedata.normalize("NFC", swapped) if chance.random() < 0.5 else unicodedata.normalize("NFD", swapped)
    return mark + composed + mark


def stands(words: Sequence[str], *texts: Sequence[str]) -> bool:
    """Whether the words stand in one of the texts by the plainest comparison there is."""
    return any(plain(" ".join(words)) in plain(" ".join(text)) for text in texts)


@given(st.integers(0, 2**32), stretches())
def test_true_quote_is_valid_under_every_allowed_change(seed: int, found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    chance = Random(seed)
    reply, quote = spelled(words, chance), spelled(words[start:end], chance)
    check = guard(quote, ["Something else.", reply])
    assert check.valid, check.reason
    assert check.turn == 2
    assert plain(reply[check.start : check.end]) == plain(quote)


@given(st.data(), stretches())
def test_one_changed_word_makes_a_quote_false(data: st.DataObject, found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    at = data.draw(st.integers(start, end - 1))
    changed = [*words[start:at], "elephant", *words[at + 1 : end]]
    assert not guard(" ".join(changed), [" ".join(words)]).valid


@given(st.data(), stretches())
def test_words_in_another_order_are_no_quote(data: st.DataObject, found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    moved = data.draw(st.permutations(words[start:end]))
    assume(not stands(moved, words))
    assert not guard(" ".join(moved), [" ".join(words)]).valid


@given(st.data(), stretches())
def test_a_not_that_is_left_out_makes_a_quote_false(data: st.DataObject, found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    assume(end - start >= 2)
    at = data.draw(st.integers(start + 1, end - 1))
    said = [*words[:at], "not", *words[at:]]
    assume(not stands(words[start:end], said))
    assert not guard(" ".join(words[start:end]), [" ".join(said)]).valid


@given(st.data(), stretches())
def test_a_not_that_is_put_in_makes_a_quote_false(data: st.DataObject, found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    at = data.draw(st.integers(start, end))
    assert not guard(" ".join([*words[start:at], "not", *words[at:end]]), [" ".join(words)]).valid


@given(st.data(), stretches(), st.sampled_from(["", "…", "...", " […] ", " / "]))
def test_two_places_joined_are_no_quote(data: st.DataObject, found: tuple[list[str], int, int], joint: str) -> None:
    words, start, end = found
    assume(end - start >= 3)
    first = data.draw(st.integers(start + 1, end - 2))
    second = data.draw(st.integers(first + 1, end - 1))
    joined = [*words[start:first], *([joint] if joint else []), *words[second:end]]
    assume(not stands(joined, words))
    assert not guard(" ".join(joined), [" ".join(words)]).valid


@given(stretches())
def test_words_of_two_turns_joined_are_no_quote(found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    assume(end - start >= 2)
    middle = (start + end) // 2
    turns = [words[:middle], words[middle:]]
    assume(not stands(words[start:end], *turns))
    assert not guard(" ".join(words[start:end]), [" ".join(turn) for turn in turns]).valid


@given(stretches(), SENTENCES, st.sampled_from(["user", "system", "canon", "question", "another turn"]))
def test_words_of_anybody_else_are_no_quote(found: tuple[list[str], int, int], reply: list[str], speaker: str) -> None:
    words, start, end = found
    assume(not stands(words[start:end], reply))
    said, replied = " ".join(words), " ".join(reply)
    material = Material(
        (
            Exchange(said if speaker == "user" else "", replied),
            Exchange("", said if speaker == "another turn" else "No."),
        ),
        said if speaker == "canon" else "",
        said if speaker == "system" else "",
    )
    question = Question("q", "recall", said if speaker == "question" else "Is it so?", turns=(1,))
    assert not guard(" ".join(words[start:end]), material.replies_for(question)).valid


@given(ANY, st.data())
def test_any_stretch_of_any_text_is_a_quote_of_it_at_an_exact_place(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    check = guard(text[start:end], [text])
    if check.valid:
        assert check.start is not None
        assert plain(text[check.start : check.end]) == plain(text[start:end])
    elif not _cuts_into_a_letter(text, start, end) and "*" not in text and "_" not in text:
        # Where no mark and no emphasis hangs on its ends, nothing but its length can be wrong with it.
        assert len(plain(text[start:end])) < MIN_QUOTE_CHARS


def _cuts_into_a_letter(text: str, start: int, end: int) -> bool:
    """Whether the stretch begins or ends between characters that compose, or between a letter and a mark on it."""
    plain_apart = plain(text[:start] + "|") + plain("|" + text[start:end] + "|") + plain("|" + text[end:])
    marks = any(at < len(text) and unicodedata.combining(text[at]) for at in (start, end))
    return marks or plain_apart != plain(text[:start] + "||" + text[start:end] + "||" + text[end:])


@given(ANY, ANY)
@example("x\u0302abc defghijk", "abc defghijkx")
@example("abc defghijk x", "abc defghijk x\u0302 and more")
def test_valid_quote_always_is_what_stands_at_its_place(quote: str, reply: str) -> None:
    check = guard(quote, [reply])
    if check.valid:
        assert plain(reply[check.start : check.end]) == plain(quote)


def test_letter_with_a_mark_is_not_the_letter_without() -> None:
    assert not guard("the vector is x", ["Then the vector is x\u0302 and not another."]).valid
    assert guard("the vector is x\u0302", ["Then the vector is x\u0302 and not another."]).valid


@given(st.text(max_size=60))
def test_plain_spelling_is_stable(text: str) -> None:
    once = plain(text)
    assert plain(unicodedata.normalize("NFC", text)) == plain(unicodedata.normalize("NFD", text)) == once


@given(st.text(max_size=40), st.text(max_size=60))
def test_any_text_is_checked_without_failing(quote: str, reply: str) -> None:
    check = guard(quote, [reply])
    assert not check.valid or plain(quote) in plain(reply)


HOSTILE = {
    "combining marks": "a" + "\u0301\u0316" * 4000,
    "emphasis": "*_" * 4000,
    "emphasis and words": "*a _b" * 2000,
    "white space": " \u00a0\n" * 3000,
    "one letter": "a" * 8000,
    "nearly the quote": "the end of it al" * 500,
    "jamo": "\u1100\u1161\u11a8" * 3000,
    "joiners": "👩\u200d" * 4000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_text_is_twice_the_work(name: str) -> None:
    text = HOSTILE[name]
    assert _calls(text + text) <= 2.1 * _calls(text)


def _calls(text: str) -> int:
    profile = cProfile.Profile()
    profile.runcall(guard, "the end of it all", [text])
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
