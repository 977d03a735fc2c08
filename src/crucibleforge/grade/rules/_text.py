"""Text as the rules see it: one spelling of line ends and letters, and where its words stand."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import re2

Span = tuple[int, int]

APOSTROPHES = "'’‘ʼ＇"
DOUBLE_QUOTES = '"“”„‟«»'
DASHES = "—–―"
"""Dashes that stand between words; a hyphen stands inside one."""

_PARTING = frozenset(DASHES)
_FIRST_UNSPACED = "\u2e80"
_LINE_ENDS = ("\r\n", *"\r\x0b\x0c\x85\u2028\u2029")
_INVISIBLE = "\u00ad\u200b\u2060\ufeff"
_UNSPACED = (
    (0x2E80, 0x2FDF),  # radicals
    (0x3005, 0x3007),  # iteration mark, ideographic zero
    (0x3021, 0x30FF),  # numerals, kana
    (0x3100, 0x312F),  # bopomofo
    (0x31A0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # half-width kana
    (0x1B000, 0x1B16F),
    (0x20000, 0x3FFFF),
)
# Sorting a long run of combining marks costs the square of its length, so no run may be longer than the
# Unicode "stream-safe" limit.
_MARKS = re2.compile(r"(\pM{30})\pM+")


def word_set(words: str) -> frozenset[str]:
    """The words of a text as a set, to write long lists of them plainly."""
    return frozenset(words.split())


def clean(text: str) -> str:
    r"""Normal form C with `\n` line ends, without invisible characters and lone surrogates."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    for end in _LINE_ENDS:
        text = text.replace(end, "\n")
    for mark in _INVISIBLE:
        text = text.replace(mark, "")
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", str(_MARKS.sub(r"\1", text)))


def is_unspaced(char: str) -> bool:
    """Whether the character belongs to a script that is written without spaces and counted by character."""
    code = ord(char)
    return char >= _FIRST_UNSPACED and char.isalnum() and any(first <= code <= last for first, last in _UNSPACED)


def is_word_char(char: str) -> bool:
    """Whether the character is part of a word: letter, digit, underscore or a mark on a letter."""
    return char.isalnum() or char == "_" or (char > "\x7f" and unicodedata.category(char)[0] == "M")


def word_spans(text: str) -> Iterator[Span]:
    """Words as word processors count them.

    Hyphens and apostrophes stay inside a word, dashes stand between words, each character of an unspaced
    script is one, and signs alone are none.
    """
    at = 0
    for token in text.split():
        at = text.index(token, at)
        yield from _words_of_token(token, at)
        at += len(token)


def count_words(text: str) -> int:
    """How many words `word_spans` finds, without looking where they stand."""
    if text and max(text) >= _FIRST_UNSPACED:
        return sum(1 for _ in word_spans(text))
    for dash in ("--", *DASHES):
        text = text.replace(dash, " ")
    return sum(map(_has_letters, text.split()))


def _has_letters(token: str) -> bool:
    return token.isalnum() or any(map(str.isalnum, token))


def _words_of_token(token: str, at: int) -> Iterator[Span]:
    if "--" not in token and _PARTING.isdisjoint(token) and max(token) < _FIRST_UNSPACED:
        if _has_letters(token):
            yield at, at + len(token)
        return
    start, has_letters = 0, False
    for index, char in enumerate(token):
        breaks = char in DASHES or token[index : index + 2] == "--" or is_unspaced(char)
        if breaks and has_letters:
            yield at + start, at + index
        if breaks:
            start, has_letters = index + 1, False
            if is_unspaced(char):
                yield at + index, at + index + 1
        else:
            has_letters = has_letters or char.isalnum()
    if has_letters:
        yield at + start, at + len(token)


def plain_words(text: str) -> list[str]:
    """The words in lower case with straight apostrophes, without the signs around them."""
    words = []
    for start, end in word_spans(text):
        while start < end and not text[start].isalnum():
            start += 1
        while end > start and not text[end - 1].isalnum():
            end -= 1
        words.append(text[start:end].replace("’", "'").lower())
    return words


def excerpt(text: str, start: int, end: int, *, around: int = 40, longest: int = 160) -> str:
    """The words from `start` to `end` with a little of what surrounds them, cut at word ends, in quotes."""
    end = min(end, start + longest)
    first = _grow(text, start, max(0, start - around), -1)
    last = _grow(text, end, min(len(text), end + around), 1)
    words = " ".join(text[first:last].split())
    before = "…" if text[:first].strip() else ""
    after = "…" if text[last:].strip() else ""
    return f"“{before}{words}{after}”"


def _grow(text: str, edge: int, limit: int, step: int) -> int:
    """The word end nearest to `limit` on the way there from `edge`; `edge` itself when there is none."""
    at = limit
    while at != edge and 0 < at < len(text) and not (text[at - 1].isspace() or text[at].isspace()):
        at -= step
    return at
