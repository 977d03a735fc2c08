"""Where sentences stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ._blocks import prose_spans
from ._text import Span, word_set

_NEVER_END = word_set(
    "mr mrs ms mx dr prof rev hon gen col sgt capt lt cmdr gov sen rep messrs mme mlle sr. e.g i.e vs cf viz ca approx resp"
)
_BEFORE_NUMBER = word_set("no nos nr fig figs p pp vol ch sec art eq ver v")
_BEFORE_STARTER = word_set(
    "inc ltd co corp jr sr dept est st mt ave blvd rd jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun al ph.d"
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
_ENDS = frozenset(".!?…")
_UNSPACED_ENDS = frozenset("。！？｡")
_CLOSERS = frozenset("\"'”’»«“)]*_」』")
_QUOTES = frozenset("\"'”’»«“」』")


class Stop(NamedTuple):
    """Signs that may end a sentence, with the quotes and brackets that close behind them."""

    start: int
    signs: str
    closers: str
    end: int


def sentence_spans(text: str) -> Iterator[Span]:
    """Sentences as a reader counts them.

    Abbreviations, decimals, initials and ellipses within a sentence end none; speech and the words that tell who
    spoke are one. A blank line, a list item and a heading each end what stands before; headings are none themselves.
    """
    for start, end in prose_spans(text):
        at = start
        for stop in _stops(text, start, end):
            if _ends_sentence(text, at, stop, end):
                yield from _with_letters(text, at, stop.end)
                at = stop.end
        yield from _with_letters(text, at, end)


def _stops(text: str, start: int, end: int) -> Iterator[Stop]:
    at = start
    while at < end:
        signs = _ENDS if text[at] in _ENDS else _UNSPACED_ENDS
        closing = _run_end(text, at, end, signs)
        if closing == at:
            at += 1
            continue
        stop = _run_end(text, closing, end, _CLOSERS)
        yield Stop(at, text[at:closing], text[closing:stop], stop)
        at = stop


def _run_end(text: str, start: int, end: int, signs: frozenset[str]) -> int:
    while start < end and text[start] in signs:
        start += 1
    return start


def _with_letters(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without white space around it, when it holds a letter or digit."""
    words = text[start:end]
    if any(map(str.isalnum, words)):
        yield start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())


def _ends_sentence(text: str, start: int, stop: Stop, end: int) -> bool:
    if stop.end >= end or stop.signs[0] in _UNSPACED_ENDS:
        return True
    following = text[stop.end : min(end, stop.end + 60)]
    if not following[0].isspace() and following[0] not in "—–" and not _is_picture(following[0]):
        return _runs_on(text, stop, following)
    words = following.split()
    upcoming = words[0].strip("\"'“”‘’«»([*_") if words else ""
    if stop.closers and (upcoming[:1].islower() or (_QUOTES.intersection(stop.closers) and _tells_who(words))):
        return False
    if "!" in stop.signs or "?" in stop.signs:
        return True
    if stop.signs != ".":
        return upcoming[:1].isupper() and upcoming.lower().replace("’", "'") not in _SELF
    return not _abbreviates(text[max(start, stop.start - 30) : stop.start], upcoming)


def _is_picture(char: str) -> bool:
    return char > "\u2190" and not char.isalnum()


def _runs_on(text: str, stop: Stop, following: str) -> bool:
    """Whether a sentence ends although no space follows, as in "It was late.She left"."""
    starts = following[0].isupper() and following[1:2].islower()
    plain = len(stop.signs) == 1 and not stop.closers and text[stop.start - 1 : stop.start].islower()
    return starts and plain and not _abbreviates(text[max(0, stop.start - 30) : stop.start], following)


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
