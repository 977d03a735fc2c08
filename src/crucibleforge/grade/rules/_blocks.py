"""Where lines, paragraphs and the other blocks of a text stand."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from ._text import Span

_LIST_ITEM = re2.compile(r"[ \t]*(?:[-*+•–]|[0-9]{1,3}[.)])[ \t]+")
_HEADING = re2.compile(r"[ \t]*#{1,6}[ \t]")
_RULE_LINE = re2.compile(r"[-*_=~#•·⁂ \t]+")
_FENCE_LINE = re2.compile(r"[ \t]*(?:`{3,}|~{3,})[^`]*")
_MARKUP = frozenset("-*+•–0123456789#_=~·⁂`")
"""What a line of markup begins with; any other line needs no closer look."""


def line_spans(text: str) -> Iterator[Span]:
    """Lines that hold anything; blank ones and the marks of a code fence are none."""
    for start, end in _all_lines(text):
        line = text[start:end].strip()
        if line and not (line[0] in _MARKUP and _FENCE_LINE.fullmatch(line)):
            yield start, end


def paragraph_spans(text: str) -> Iterator[Span]:
    """Blocks of text between blank lines; a line of signs that only separates is none."""
    first = last = -1
    for start, end in [*_all_lines(text), (len(text), len(text))]:
        if text[start:end].strip():
            first, last = (start if first < 0 else first), end
        elif first >= 0:
            if not _RULE_LINE.fullmatch(text[first:last]):
                yield first, last
            first = -1


def prose_spans(text: str) -> Iterator[Span]:
    """Blocks that no sentence reaches across: paragraphs and list items, without headings and separating lines."""
    first = last = -1
    for start, end in _all_lines(text):
        item, breaks = _markup(text[start:end])
        if (item or breaks) and first >= 0:
            yield first, last
            first = -1
        if item:
            first, last = start + item, end
        elif not breaks:
            first, last = (start if first < 0 else first), end
    if first >= 0:
        yield first, last


def _markup(line: str) -> tuple[int, bool]:
    """How long the mark of a list item is that begins the line, and whether the line parts blocks instead."""
    if not (bare := line.lstrip(" \t")):
        return 0, True
    if bare[0] not in _MARKUP:
        return 0, False
    item = _LIST_ITEM.match(line)
    return (item.end(), False) if item else (0, bool(_HEADING.match(line) or _RULE_LINE.fullmatch(line)))


def _all_lines(text: str) -> Iterator[Span]:
    at = 0
    for line in text.split("\n"):
        yield at, at + len(line)
        at += len(line) + 1
