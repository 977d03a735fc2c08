"""Patterns of the suite's author, on an engine whose time is linear in the text."""

from __future__ import annotations

from typing import Any

import re2

from ._negation import Denials
from ._phrases import MOST_DENIALS
from ._result import Params, RuleResult, each
from ._text import APOSTROPHES, DOUBLE_QUOTES, excerpt

_STRAIGHT = str.maketrans(
    {**dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys(DOUBLE_QUOTES, '"'), "\u00a0": " ", "\u202f": " "}
)


def compiled(pattern: str) -> Any:
    """A pattern in which `^` and `$` stand for the ends of lines and quotes are straight."""
    return re2.compile("(?m)" + straight(pattern))


def straight(text: str) -> str:
    """The text with straight quotes and plain spaces; every character stays in its place."""
    return text.translate(_STRAIGHT)


def _pattern(params: Params, text: str) -> RuleResult:
    if "find" in params:
        return _find(params["find"], text)
    return _never(params["never"], text, Denials(text) if params.get("unless_negated") else None)


def _find(pattern: str, text: str) -> RuleResult:
    found = compiled(pattern).search(straight(text))
    if found is None:
        start = len(text) - len(text.lstrip())
        return RuleResult(False, f"nothing of the kind in {excerpt(text, start, start, around=60)}")
    return RuleResult(True, excerpt(text, *found.span()))


def _never(pattern: str, text: str, denials: Denials | None) -> RuleResult:
    for count, found in enumerate(compiled(pattern).finditer(straight(text)), 1):
        if denials is None or count == MOST_DENIALS or not denials.covers(*found.span()):
            return RuleResult(False, f"found in {excerpt(text, *found.span())}")
    return RuleResult(True)


pattern = each(_pattern)
