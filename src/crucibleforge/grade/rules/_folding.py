"""Text made comparable: case, typography, emphasis and digit grouping folded away, with the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import re2

from ._text import APOSTROPHES, DOUBLE_QUOTES, Span, is_unspaced, is_word_char

_QUOTES = {**dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys(DOUBLE_QUOTES, '"'), "…": "..."}
_HYPHENS = dict.fromkeys("‐‑‒–—―−", "-")
_EMPHASIS = frozenset("*_`")
_TIGHT_GROUPS = re2.compile(r"[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:['’][0-9]{3})+|(?:[\x{a0}\x{2009}\x{202f}][0-9]{3})+)")
_SPACED_GROUPS = re2.compile(r"[0-9]{1,3}(?: [0-9]{3})+")
_LONG_NUMBER = re2.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text; `origin[i]` is where its character i stood before folding."""

    text: str
    origin: tuple[int, ...]

    def span(self, start: int, end: int) -> Span:
        """The place before folding of the characters from `start` to `end`."""
        return self.origin[start], self.origin[end - 1] + 1


def fold_words(text: str, *, spaced_groups: bool = False) -> Folded:
    """For comparing words: 2,750 is 2750, any dash is a hyphen, **bold** is bold, white space is one space."""
    dropped = _emphasis(text) | _grouping(text, _TIGHT_GROUPS)
    if spaced_groups:
        dropped |= _grouping(text, _SPACED_GROUPS)
    return _folded(text, dropped, {**_QUOTES, **_HYPHENS})


def fold_signs(text: str) -> Folded:
    """For comparing signs: dashes and emphasis stay what they are, quotes of one kind are one."""
    return _folded(text, frozenset(), _QUOTES)


def _folded(text: str, dropped: frozenset[int], spelling: dict[str, str]) -> Folded:
    out: list[str] = []
    origin: list[int] = []
    for index, char in enumerate(text):
        if index in dropped:
            continue
        piece = " " if char.isspace() else spelling.get(char) or char.casefold()
        if piece == " " and out[-1:] == [" "]:
            continue
        out.extend(piece)
        origin.extend([index] * len(piece))
    return Folded("".join(out), tuple(origin))


def _emphasis(text: str) -> frozenset[int]:
    """Where marks of emphasis stand: at a word's edge, neither inside a word nor between spaces."""
    found: set[int] = set()
    at = 0
    while at < len(text):
        if text[at] not in _EMPHASIS:
            at += 1
            continue
        start = at
        while at < len(text) and text[at] in _EMPHASIS:
            at += 1
        before, after = text[max(0, start - 1) : start], text[at : at + 1]
        inside = bool(before and after) and is_word_char(before) and is_word_char(after)
        alone = not before.strip() and not after.strip()
        if not inside and not alone:
            found.update(range(start, at))
    return frozenset(found)


def _grouping(text: str, groups: re2._Regexp) -> frozenset[int]:
    """Where separators stand inside properly grouped numbers."""
    found: set[int] = set()
    for number in groups.finditer(text):
        start, end = number.span()
        if _continues(text[max(0, start - 2) : start], text[end : end + 2]):
            continue
        found.update(index for index in range(start, end) if not text[index].isdigit())
    return frozenset(found)


def _continues(before: str, after: str) -> bool:
    """Whether a number goes on to the left or right, so that its groups are none."""
    return before[-1:].isdigit() or after[:1].isdigit() or (before[-1:] in tuple(".,") and before[:1].isdigit())


class PhraseFinder:
    """Finds phrases in one clean text, folding it only once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folds: dict[str, Folded] = {}

    def find(self, phrase: str) -> Iterator[Span]:
        """Where a phrase stands in whole words; a phrase of signs alone is found anywhere."""
        if not any(map(str.isalnum, phrase)):
            yield from _find(self._fold("signs"), fold_signs(phrase.strip()).text, whole_words=False)
            return
        wanted = fold_words(phrase.strip()).text
        seen = False
        for span in _find(self._fold("words"), wanted, whole_words=True):
            seen = True
            yield span
        # A space may group digits or part two numbers: the second reading counts only where the first found nothing.
        if not seen and _LONG_NUMBER.search(wanted):
            yield from _find(self._fold("spaced"), wanted, whole_words=True)

    def _fold(self, reading: str) -> Folded:
        if reading not in self._folds:
            signs = reading == "signs"
            self._folds[reading] = (
                fold_signs(self._text) if signs else fold_words(self._text, spaced_groups=reading == "spaced")
            )
        return self._folds[reading]


def _find(folded: Folded, wanted: str, *, whole_words: bool) -> Iterator[Span]:
    start = folded.text.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        fits = not whole_words or (starts_word(folded.text, start) and ends_word(folded.text, end))
        if fits:
            yield folded.span(start, end)
        start = folded.text.find(wanted, end if fits else start + 1)


def starts_word(text: str, start: int) -> bool:
    """Whether no word or decimal of folded text reaches across `start` from the left."""
    if start == 0:
        return True
    before, char = text[start - 1], text[start]
    if before == "." and char.isdigit() and text[start - 2 : start - 1].isdigit():
        return False
    return not _joined(before, char)


def ends_word(text: str, end: int) -> bool:
    """Whether no word, decimal or negating contraction of folded text reaches across `end` to the right."""
    if end >= len(text):
        return True
    char, after = text[end - 1], text[end]
    if after == "." and char.isdigit() and text[end + 1 : end + 2].isdigit():
        return _is_even_amount(text[end + 1 : end + 4])
    if after == "'" and char.isalpha() and text[end + 1 : end + 2] == "t" and ends_word(text, end + 2):
        return False
    return not _joined(char, after)


def _is_even_amount(decimals: str) -> bool:
    """Whether the decimals are the two zeros of an amount of money, which is the same number without them."""
    return decimals.startswith("00") and not decimals[2:].isdigit()


def _joined(left: str, right: str) -> bool:
    return is_word_char(left) and is_word_char(right) and not (is_unspaced(left) or is_unspaced(right))
