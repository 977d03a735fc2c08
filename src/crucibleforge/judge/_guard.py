"""The quote guard: whether words stand in a reply, decided by code."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

MIN_QUOTE_CHARS = 12
"""Shortest quote that proves anything, counted after the spelling is made plain."""

_QUOTES = dict.fromkeys("“”„‟«»″＂", '"')
_APOSTROPHES = dict.fromkeys("‘’‚‛‹›′ʼ＇", "'")
_DASHES = dict.fromkeys("‐‑‒–—―−", "-")
_PLAIN = {**_QUOTES, **_APOSTROPHES, **_DASHES}
_EMPHASIS = "*_"
_ELISIONS = ("…", "...")
_MOST_MARKS = 30
"""Combining marks on one letter (Unicode's stream-safe limit); sorting more takes quadratic time."""


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """What the guard found. Positions are None when the quote is not valid."""

    valid: bool
    reason: str = ""
    """Why the quote proves nothing."""
    turn: int | None = None
    """Which of the texts holds it, from 1."""
    start: int | None = None
    """First character of it in that text as written."""
    end: int | None = None


@dataclass(frozen=True, slots=True)
class _Letter:
    """A character of the plain spelling, with the marks on it, and the stretch of the written text that it stands for."""

    char: str
    start: int
    end: int


def guard(quote: str, texts: Sequence[str]) -> QuoteCheck:
    """Looks for a quote, word for word and unbroken, in one of the texts.

    Unicode composition, white space, typographic quotes and dashes and Markdown emphasis may differ; nothing else may.
    """
    wanted = _letters(quote)
    if not wanted:
        return QuoteCheck(valid=False, reason="no quote")
    if (length := sum(len(letter.char) for letter in wanted)) < MIN_QUOTE_CHARS:
        return QuoteCheck(valid=False, reason=f"the quote has {length} characters, {MIN_QUOTE_CHARS} are needed")
    for turn, text in enumerate(texts, start=1):
        letters = _letters(text)
        at = _place(wanted, letters)
        if at >= 0:
            last = letters[at + len(wanted) - 1]
            return QuoteCheck(valid=True, turn=turn, start=letters[at].start, end=last.end)
    elided = any(mark in quote for mark in _ELISIONS)
    return QuoteCheck(valid=False, reason=f"the quote {'leaves words out' if elided else 'is not word for word'}")


def _place(wanted: Sequence[_Letter], letters: Sequence[_Letter]) -> int:
    """Where the letters stand among others, -1 if nowhere. A letter with a mark on it is not the letter without."""
    symbols = {char: chr(number) for number, char in enumerate({letter.char for letter in wanted}, start=1)}
    return _spelled(letters, symbols).find(_spelled(wanted, symbols))


def _spelled(letters: Sequence[_Letter], symbols: Mapping[str, str]) -> str:
    return "".join(symbols.get(letter.char, "\0") for letter in letters)


def plain(text: str) -> str:
    """The spelling in which quote and reply are compared."""
    return "".join(letter.char for letter in _letters(text))


def _letters(text: str) -> list[_Letter]:
    spelled = list(_without_emphasis(list(_composed(text))))
    found: list[_Letter] = []
    for is_space, run in groupby(spelled, key=lambda letter: letter.char.isspace()):
        letters = list(run)
        found += [_Letter(" ", letters[0].start, letters[-1].end)] if is_space else letters
    first = 1 if found and found[0].char == " " else 0
    return found[first:-1] if len(found) > first and found[-1].char == " " else found[first:]


def _composed(text: str) -> Iterator[_Letter]:
    """The text in Unicode NFC with plain punctuation, each letter with its place in the text as written."""
    for start, end in _clusters(text):
        char = unicodedata.normalize("NFC", text[start:end])
        yield _Letter(_PLAIN.get(char, char), start, end)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that can be composed each on its own: together they give what the whole text gives."""
    start = 0
    for at in range(1, len(text)):
        marked = unicodedata.combining(text[at]) and at - start <= _MOST_MARKS
        if marked or _compose(text[start:at], text[at]):
            continue
        yield start, at
        start = at
    if text:
        yield start, len(text)


def _compose(before: str, char: str) -> bool:
    if len(before) > _MOST_MARKS or before.isascii() or char.isascii():
        return False
    composed = unicodedata.normalize
    return composed("NFC", before + char) != composed("NFC", before) + composed("NFC", char)


def _without_emphasis(letters: list[_Letter]) -> Iterator[_Letter]:
    """Drops runs of `*` and `_` that mark a word; keeps bullets, products and names like `snake_case`."""
    at = 0
    for is_mark, run in groupby(letters, key=lambda letter: letter.char in _EMPHASIS):
        found = list(run)
        after = at + len(found)
        if not is_mark or not _marks_a_word(_kind_at(letters, at - 1), _kind_at(letters, after)):
            yield from found
        at = after


def _marks_a_word(before: str, after: str) -> bool:
    return not (before == after and before in ("space", "word"))


def _kind_at(letters: list[_Letter], index: int) -> str:
    if not 0 <= index < len(letters) or letters[index].char.isspace():
        return "space"
    return "word" if letters[index].char[0].isalnum() else "punctuation"
