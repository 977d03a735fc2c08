"""Words that must or must not stand in a text, or at one of its ends."""

from __future__ import annotations

from collections.abc import Iterable

from ._folding import PhraseFinder, ends_word, fold_signs, fold_words, starts_word
from ._negation import Denials
from ._result import Params, RuleResult, each
from ._text import Span, excerpt

MOST_DENIALS = 500
"""A text that names a thing more often than this is not denying it; the bound keeps the work linear."""


def _includes(params: Params, text: str) -> RuleResult:
    wanted = params.get("all") or params["any"]
    finder = PhraseFinder(text)
    found = {phrase: next(finder.find(phrase), None) for phrase in wanted}
    missing = [phrase for phrase, span in found.items() if span is None]
    if missing if "all" in params else len(missing) == len(found):
        joint = " and " if "all" in params else " or "
        return RuleResult(False, f"{joint.join(map(repr, missing))} not found in {_opening(text)}")
    return RuleResult(True, "; ".join(excerpt(text, *span) for span in found.values() if span))


def _excludes(params: Params, text: str) -> RuleResult:
    denials = Denials(text) if params.get("unless_negated") else None
    finder = PhraseFinder(text)
    for phrase in params["any"]:
        span = _first_meant(finder.find(phrase), denials)
        if span is not None:
            return RuleResult(False, f"{phrase!r} found in {excerpt(text, *span)}")
    return RuleResult(True)


def _first_meant(spans: Iterable[Span], denials: Denials | None) -> Span | None:
    """The first of them that is not denied."""
    for count, span in enumerate(spans, 1):
        if denials is None or count == MOST_DENIALS or not denials.covers(*span):
            return span
    return None


def _starts(params: Params, text: str) -> RuleResult:
    for phrase in params["any"]:
        fold = fold_words if any(map(str.isalnum, phrase)) else fold_signs
        opening, wanted = fold(text).text.lstrip(), fold(phrase.strip()).text
        if opening.startswith(wanted) and (fold is fold_signs or ends_word(opening, len(wanted))):
            return RuleResult(True, _opening(text))
    return RuleResult(False, f"starts with {_opening(text)}, not with {_either(params)}")


def _ends(params: Params, text: str) -> RuleResult:
    for phrase in params["any"]:
        fold = fold_words if any(map(str.isalnum, phrase)) else fold_signs
        ending, wanted = fold(text).text.rstrip(), fold(phrase.strip()).text
        if ending.endswith(wanted) and (fold is fold_signs or starts_word(ending, len(ending) - len(wanted))):
            return RuleResult(True, _ending(text))
    return RuleResult(False, f"ends with {_ending(text)}, not with {_either(params)}")


def _either(params: Params) -> str:
    return " or ".join(map(repr, params["any"]))


def _opening(text: str) -> str:
    start = len(text) - len(text.lstrip())
    return excerpt(text, start, start, around=60)


def _ending(text: str) -> str:
    end = len(text.rstrip())
    return excerpt(text, end, end, around=60)


includes = each(_includes)
excludes = each(_excludes)
starts = each(_starts)
ends = each(_ends)
recalls = includes
