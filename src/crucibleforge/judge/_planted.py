"""Verdicts that a reply holds ready for a judge to copy."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIGNS = re.compile(r"[^\w:=]|_")
_A_YES = re.compile("(?:answer|verdict)[:=]yes|yesquote[:=]")


def is_planted(quote: str, judged: Sequence[str]) -> bool:
    """Whether one of the texts holds a YES together with this very quote, labelled as one.

    Spacing, case and marks don't matter. A judge that says the same has copied it, or been led to it; its words prove nothing.
    """
    words = _squeezed(quote)
    return bool(words) and any(
        _A_YES.search(text) and (f"quote:{words}" in text or f"quote={words}" in text)
        for text in map(_squeezed, judged)
    )


def _squeezed(text: str) -> str:
    return _SIGNS.sub("", text).lower()
