"""Where sentences, lines and paragraphs stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import re2

from ._text import Span, word_set

_NEVER_END = word_set(
    "mr mrs ms mx dr prof st mt rev hon gen col sgt capt lt cmdr gov sen rep messrs mme mlle sr. e.g i.e vs cf viz ca approx resp"
)
_BEFORE_NUMBER = word_set("no nos nr fig figs p pp vol ch sec art eq ver v")
_BEFORE_STARTER = word_set(
    "inc ltd co corp jr sr dept est ave blvd rd jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun al ph.d"
)
_BEFORE_CAPITAL = word_set("etc a.m p.m")
_STARTERS = word_set(
    "a an the this that these those he she it they we you i his her its their our my your there here but and so or if when "
    "while after before then now in on at as no yes not what who why how where"
)
_SPEECH = word_set(
    "say says said ask asks asked reply replies replied answer answers answered whisper whispers whispered shout shouts shouted "
    "cry cries cried call calls called murmur murmurs murmured mutter mutters muttered add adds added yell yells yelled"
)
_SELF = word_set("i i'm i'll i've i'd")
_MARK = re2.compile(r"""([.!?…]+|[。！？｡]+)(["'”’»«“)\]*_」』]*)""")
_LIST_ITEM = re2.compile(r"[ \t]*(?:[-*+•–]|[0-9]{1,3}[.)])[ \t]+")
_HEADING = re2.compile(r"[ \t]*#{1,6}[ \t]")
_RULE_LINE = re2.compile(r"[-*_=~#•·⁂ \t]+")
_FENCE_LINE = re2.compile(r"[ \t]*(?:`{3,}|~{3,})[^`]*")
_QUOTES = frozenset("\"'”’»«“」』")


def line_spans(text: str) -> Iterator[Span]:
    """Lines that hold anything; blank ones and the marks of a code fence are none."""
    for start, end in _all_lines(text):
        if text[start:end].strip() and not _FENCE_LINE.fullmatch(text[start:end]):
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


def sentence_spans(text: str) -> Iterator[Span]:
    """Sentences as a reader counts them.

    Abbreviations, decimals, initials and ellipses within a sentence end none; speech and the words that tell who
    spoke are one. A blank line, a list item and a heading each end what stands before; headings are none themselves.
    """
    for start, end in _blocks(text):
        at = start
        for mark in _MARK.finditer(text[start:end]):
            stop = start + mark.end()
            if _ends(text, at, start + mark.start(), mark, stop, end):
                yield from _with_letters(text, at, stop)
                at = stop
        yield from _with_letters(text, at, end)


def _all_lines(text: str) -> Iterator[Span]:
    at = 0
    for line in text.split("\n"):
        yield at, at + len(line)
        at += len(line) + 1


def _blocks(text: str) -> Iterator[Span]:
    first = last = -1
    for start, end in _all_lines(text):
        line = text[start:end]
        item = _LIST_ITEM.match(line)
        breaks = item or not line.strip() or _HEADING.match(line) or _RULE_LINE.fullmatch(line)
        if breaks and first >= 0:
            yield first, last
            first = -1
        if item:
            first, last = start + item.end(), end
        elif not breaks:
            first, last = (start if first < 0 else first), end
    if first >= 0:
        yield first, last


def _with_letters(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without white space around it, when it holds a letter or digit."""
    words = text[start:end]
    if any(map(str.isalnum, words)):
        yield start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())


def _ends(text: str, start: int, at: int, mark: Any, stop: int, end: int) -> bool:
    signs, closers = mark.group(1), mark.group(2)
    if stop >= end or signs[0] in "。！？｡":
        return True
    following = text[stop : min(end, stop + 60)]
    if not following[0].isspace() and following[0] not in "—–" and not _is_picture(following[0]):
        return _runs_on(text, at, signs, closers, following)
    words = following.split()
    upcoming = words[0].strip("\"'“”‘’«»([*_") if words else ""
    if closers and (upcoming[:1].islower() or (_QUOTES.intersection(closers) and _tells_who(words))):
        return False
    if "!" in signs or "?" in signs:
        return True
    if len(signs) > 1 or signs == "…":
        return upcoming[:1].isupper() and upcoming.lower().replace("’", "'") not in _SELF
    return not _abbreviates(text[max(start, at - 30) : at], upcoming)


def _is_picture(char: str) -> bool:
    return char > "\u2190" and not char.isalnum()


def _runs_on(text: str, at: int, signs: str, closers: str, following: str) -> bool:
    """Whether a sentence ends although no space follows, as in "It was late.She left"."""
    starts = following[0].isupper() and following[1:2].islower()
    plain = len(signs) == 1 and not closers and text[at - 1 : at].islower()
    return starts and plain and not _abbreviates(text[max(0, at - 30) : at], following)


def _tells_who(words: list[str]) -> bool:
    """Whether the words after a quotation only say who spoke: `Mara said`, `I asked`, `said Mara`."""
    return any(word.strip(".,;:!?").lower() in _SPEECH for word in words[:2])


def _abbreviates(before: str, upcoming: str) -> bool:
    """Whether the full stop after `before` belongs to its last word and ends no sentence."""
    words = before.split()
    if not words:
        return True
    word = words[-1].lstrip("\"'“‘«([*_")
    lower = word.lower()
    if lower in _NEVER_END:
        return True
    if lower in _BEFORE_NUMBER:
        return upcoming[:1].isdigit()
    if lower in _BEFORE_CAPITAL:
        return not upcoming[:1].isupper()
    if lower in _BEFORE_STARTER or ("." in word and word.replace(".", "").isalpha() and len(word) < 8):
        return upcoming.lower() not in _STARTERS or upcoming[:1].islower()
    if len(word) == 1 and word.isupper() and word != "I":
        return upcoming[:1].isupper() and (len(words) == 1 or words[-2][:1].isupper())
    return False
