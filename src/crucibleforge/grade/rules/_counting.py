"""How many words, sentences, lines and paragraphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ._blocks import line_spans, paragraph_spans
from ._result import Params, Reader, RuleResult, each
from ._sentences import sentence_spans
from ._text import Span, count_words, excerpt, word_spans


def _counted(noun: str, count_in: Callable[[str], int], find: Callable[[str], Iterable[Span]]) -> Reader:
    """A rule for how many there are; where they stand is looked for only when it matters."""

    def judge(params: Params, text: str) -> RuleResult:
        count = count_in(text)
        least = params.get("exactly", params.get("min", 0))
        most = params.get("exactly", params.get("max", count))
        if least <= count <= most:
            return RuleResult(True, f"{count} {noun}", count)
        spans = list(find(text))
        if count > most:
            past = f"from {excerpt(text, *spans[most], around=20)} on"
            return RuleResult(False, f"{count} {noun}, {_wanted(params)}: too many {past}", count)
        after = f" after {excerpt(text, *spans[-1], around=20)}" if spans else ""
        return RuleResult(False, f"{count} {noun}, {_wanted(params)}: nothing more{after}", count)

    return each(judge)


def _wanted(params: Params) -> str:
    words = {"exactly": "exactly", "min": "at least", "max": "at most"}
    return " and ".join(f"{words[key]} {params[key]}" for key in words if key in params) + " wanted"


words = _counted("words", count_words, word_spans)
sentences = _counted("sentences", lambda text: len(list(sentence_spans(text))), sentence_spans)
lines = _counted("lines", lambda text: len(list(line_spans(text))), line_spans)
paragraphs = _counted("paragraphs", lambda text: len(list(paragraph_spans(text))), paragraph_spans)
