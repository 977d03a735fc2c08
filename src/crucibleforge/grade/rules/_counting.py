"""How many words, sentences, lines and paragraphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ._blocks import line_spans, paragraph_spans
from ._result import Params, Reader, RuleResult, each
from ._sentences import sentence_spans
from ._text import Span, excerpt, word_spans


def _counted(noun: str, find: Callable[[str], Iterable[Span]]) -> Reader:
    def judge(params: Params, text: str) -> RuleResult:
        spans = list(find(text))
        count = len(spans)
        least = params.get("exactly", params.get("min", 0))
        most = params.get("exactly", params.get("max", count))
        if count > most:
            past = f"from {excerpt(text, *spans[most], around=20)} on"
            return RuleResult(False, f"{count} {noun}, {_wanted(params)}: too many {past}", count)
        if count < least:
            after = f" after {excerpt(text, *spans[-1], around=20)}" if spans else ""
            return RuleResult(False, f"{count} {noun}, {_wanted(params)}: nothing more{after}", count)
        return RuleResult(True, f"{count} {noun}", count)

    return each(judge)


def _wanted(params: Params) -> str:
    words = {"exactly": "exactly", "min": "at least", "max": "at most"}
    return " and ".join(f"{words[key]} {params[key]}" for key in words if key in params) + " wanted"


words = _counted("words", word_spans)
sentences = _counted("sentences", sentence_spans)
lines = _counted("lines", line_spans)
paragraphs = _counted("paragraphs", paragraph_spans)
