"""Whether a sentence denies what it names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ._sentences import sentence_spans
from ._text import Span, word_set

_NEGATORS = word_set(
    "not never no none nobody nothing nowhere neither nor without cannot cant dont wont doesnt didnt isnt arent wasnt werent "
    "couldnt shouldnt wouldnt hasnt havent hadnt mustnt refuse refuses refused refusing decline declines declined avoid avoids "
    "avoided avoiding unable forbid forbids forbidden forbade prohibited hardly"
)
_MADE_HARMLESS = word_set(
    "only just merely simply hesitate hesitation refuse decline fail forget mind object doubt question"
)
"""Right behind a negation these make it none: "not only", "without hesitation"."""
_EMPTY_PHRASES = word_set("problem secret wonder matter")
_BREAKERS = word_set("but however yet instead though although otherwise nevertheless still")
_AUXILIARIES = word_set(
    "is are was were be been being can could should must may might will would shall do does did has have had"
)
_BEHIND_AUXILIARY = word_set("not never forbidden prohibited impossible unacceptable")
_BEHIND = word_set("cannot can't isn't wasn't aren't weren't won't")
_AHEAD_CHARS, _BEHIND_CHARS = 400, 80
"""How much around a find is read, so that the work stays linear in the text."""


class Denials:
    """The sentences of one text, and whether they deny what stands in them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._sentences: Sequence[Span] = tuple(sentence_spans(text))
        self._starts = [start for start, _ in self._sentences]

    def covers(self, start: int, end: int) -> bool:
        """Whether the words from `start` to `end` are negated within their sentence.

        A negation ahead of them counts until a contrast ("but", a semicolon, a dash) takes it back; behind them
        "… is not", "… cannot" and "… is forbidden" count.
        """
        first, last = self._sentence(start, end)
        ahead = self._text[max(first, start - _AHEAD_CHARS) : start]
        behind = self._text[end : min(last, end + _BEHIND_CHARS)]
        return _denied_ahead(_parts(ahead)) or _denied_behind(_parts(behind))

    def _sentence(self, start: int, end: int) -> Span:
        index = bisect_right(self._starts, start) - 1
        if index >= 0 and start < self._sentences[index][1]:
            return self._sentences[index]
        return start, end


def _parts(text: str) -> list[str]:
    """The words in lower case with the signs on them; what separates clauses stands alone as a semicolon."""
    for sign in "—–;:":
        text = text.replace(sign, " ; ")
    return text.replace("’", "'").lower().split()


def _bare(part: str) -> str:
    return part.strip("\"'“”‘(),.*_!?…")


def _denied_ahead(parts: Sequence[str]) -> bool:
    denied = False
    for index, part in enumerate(parts):
        taken_back = denied and _bare(part) in _MADE_HARMLESS and _negates(parts[index - 1])
        if _separates(part) or taken_back:
            denied = False
        elif _negates(part) and not _is_manner(parts, index):
            denied = True
    return denied


def _separates(part: str) -> bool:
    return part == ";" or _bare(part) in _BREAKERS


def _negates(part: str) -> bool:
    return _bare(part) in _NEGATORS or _bare(part).endswith("n't")


def _is_manner(parts: Sequence[str], index: int) -> bool:
    """Whether a negation is a way of speaking: "No, …" as an answer, "why not", "no wonder"."""
    part = parts[index].lstrip("\"'“(*_")
    before = parts[index - 1] if index else ""
    behind = _bare(parts[index + 1]) if index + 1 < len(parts) else ""
    return part == "no," or (part == "not" and before == "why") or (part == "no" and behind in _EMPTY_PHRASES)


def _denied_behind(parts: Sequence[str]) -> bool:
    for index, part in enumerate(parts[:4]):
        if _separates(part):
            return False
        if _bare(part) in _BEHIND:
            return True
        if _bare(part) in _BEHIND_AUXILIARY and index and _bare(parts[index - 1]) in _AUXILIARIES:
            return True
        if part[-1] in ",.!?":
            return False
    return False
