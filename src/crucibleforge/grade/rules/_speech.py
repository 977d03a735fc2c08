"""Who speaks where: dialogue in double quotes, remarks out of character, and the narration between them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import re2

from ._text import Span

_OOC = re2.compile(r"\(\([ \t]*(?:(?i:ooc)[ \t]*:)?|(?:[(\[{][ \t]*)?\b(?i:ooc)[ \t]*:")
_BLANK_LINE = re2.compile(r"\n[ \t]*\n")
_CLOSERS = {"((": "))", "(": ")", "[": "]", "{": "}"}


class Remark(NamedTuple):
    """A stretch of text in marks: what it says, and the stretch with its marks."""

    says: Span
    whole: Span


def dialogue(text: str) -> str:
    """What is said aloud, one line for each quotation."""
    spoken = without_remarks(text)
    return "\n".join(spoken[start:end] for start, end in _quotations(spoken))


def narration(text: str) -> str:
    """What is told: neither said aloud nor out of character; a quotation leaves an empty pair of quotes."""
    told = without_remarks(text)
    return _without(told, _quotations(told))


def out_of_character(text: str) -> str:
    """What is said out of character, one line for each remark."""
    return "\n".join(text[start:end].strip() for (start, end), _ in _remarks(text))


def without_remarks(text: str) -> str:
    """The text without its remarks out of character."""
    return _without(text, (remark.whole for remark in _remarks(text)))


def _remarks(text: str) -> Iterator[Remark]:
    """Text in `((…))`, or after `OOC:` until its bracket closes or the paragraph ends."""
    blank_lines = [found.start() for found in _BLANK_LINE.finditer(text)]
    blank_lines.append(len(text))
    at = 0
    for mark in _OOC.finditer(text):
        start, inside = mark.span()
        if start < at:
            continue
        limit = blank_lines[bisect_left(blank_lines, inside)]
        closer = _CLOSERS.get(text[start : start + 2]) or _CLOSERS.get(text[start], "")
        stop = text.find(closer, inside, limit) if closer else -1
        end, at = (limit, limit) if stop < 0 else (stop, stop + len(closer))
        yield Remark((inside, end), (start, at))


def _quotations(text: str) -> Iterator[Span]:
    """Text in straight or curly double quotes, marks excluded; a quote that stays open ends with its paragraph."""
    opened = -1
    for index, char in enumerate(text):
        if opened < 0:
            # A straight mark after a digit is a sign for inches.
            if char == "“" or (char == '"' and not text[index - 1 : index].isdigit()):
                opened = index + 1
        elif char in '"”' or (char == "\n" and text[index + 1 : index + 80].lstrip(" \t")[:1] == "\n"):
            yield opened, index
            opened = -1
    if opened >= 0:
        yield opened, len(text)


def _without(text: str, spans: Iterable[Span]) -> str:
    kept, at = [], 0
    for start, end in spans:
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])
