"""The quote guard: what is true stays true in any allowed spelling, and nothing else becomes true."""

import unicodedata
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from crucibleforge.judge import MIN_QUOTE_CHARS, guard
from crucibleforge.judge._guard import plain

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
    ]
)
SENTENCES = st.lists(WORDS, min_size=6, max_size=14)
TYPOGRAPHIC = {'"': "“”„«»", "'": "’‘", "-": "–—‑", "–": "-—"}
SPACES = [" ", "  ", "\n", "\t", "\u00a0", " \n\n "]
EMPHASIS = ["", "", "", "*", "**", "_", "__", "***"]


@st.composite
def stretches(draw: st.DrawFn) -> tuple[list[str], int, int]:
    """Words, and the bounds of a stretch that is long enough to be a quote."""
    words = draw(SENTENCES)
    start = draw(st.integers(0, len(words) - 1))
    end = draw(st.integers(start + 1, len(words)))
    assume(len(" ".join(words[start:end])) >= MIN_QUOTE_CHARS + 4)
    return words, start, end


def spelled(words: list[str], chance: Random) -> str:
    """The words in some spelling that the guard must not mind."""
    return "".join(_spelled_word(word, chance) + chance.choice(SPACES) for word in words)


def _spelled_word(word: str, chance: Random) -> str:
    swapped = "".join(chance.choice(char + TYPOGRAPHIC.get(char, "")) for char in word)
    mark = chance.choice(EMPHASIS) if word[0].isalnum() and word[-1].isalnum() else ""
    composed = unicodedata.normalize("NFC", swapped) if chance.random() < 0.5 else unicodedata.normalize("NFD", swapped)
    return mark + composed + mark


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
def test_a_word_left_out_makes_a_quote_false(data: st.DataObject, found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    assume(end - start >= 3)
    at = data.draw(st.integers(start + 1, end - 2))
    marked = [*words[:at], "not", *words[at:]]
    assert not guard(" ".join(words[start:end]), [" ".join(marked)]).valid or _stands_twice(words, start, end, at)


def _stands_twice(words: list[str], start: int, end: int, at: int) -> bool:
    """The same words may stand a second time, away from the place where "not" was put in."""
    wanted = " ".join(words[start:end])
    return wanted in " ".join(words[:at]) or wanted in " ".join(words[at:])


@given(stretches())
def test_words_of_two_turns_joined_are_no_quote(found: tuple[list[str], int, int]) -> None:
    words, start, end = found
    assume(end - start >= 2)
    middle = (start + end) // 2
    turns = [" ".join(words[:middle]), " ".join(words[middle:])]
    quote = " ".join(words[start:end])
    assume(not any(quote in turn for turn in turns))
    assert not guard(quote, turns).valid


@given(SENTENCES, SENTENCES)
def test_words_of_the_user_are_no_quote(reply: list[str], user: list[str]) -> None:
    said = " ".join([*user, "elephant"])
    assert not guard(said, [" ".join(reply)]).valid


@given(st.text(max_size=60))
def test_plain_spelling_is_stable(text: str) -> None:
    once = plain(text)
    assert plain(unicodedata.normalize("NFC", text)) == plain(unicodedata.normalize("NFD", text)) == once


@given(st.text(max_size=40), st.text(max_size=60))
def test_any_text_is_checked_without_failing(quote: str, reply: str) -> None:
    check = guard(quote, [reply])
    assert not check.valid or plain(quote) in plain(reply)
