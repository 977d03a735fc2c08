"""What no two turns may share."""

from __future__ import annotations

from collections.abc import Sequence

from ._folding import fold_words
from ._patterns import compiled, straight
from ._result import Params, Passage, RuleResult
from ._sentences import sentence_spans
from ._text import Span, excerpt, word_spans


def unique_across_turns(params: Params, passages: Sequence[Passage]) -> RuleResult:
    """Fails when two turns share the part, or when no turn has it at all; a turn without it is passed over."""
    seen: dict[str, int] = {}
    for passage in passages:
        span = _captured(params["capture"], passage.text) if "capture" in params else _part(params, passage.text)
        if span is None:
            continue
        key = _comparable(passage.text[slice(*span)])
        if key in seen:
            where = f"turns {seen[key]} and {passage.turn} share"
            return RuleResult(False, f"{where} {excerpt(passage.text, *span, around=0)}")
        seen[key] = passage.turn
    if not seen:
        return RuleResult(False, f"nothing to compare: no turn has {params.get('capture') or params.get('part')!r}")
    return RuleResult(True, f"{len(seen)} turns, all different")


def _captured(pattern: str, text: str) -> Span | None:
    found = compiled(pattern).search(straight(text))
    return found.span(1) if found and found.span(1) != (-1, -1) else None


def _part(params: Params, text: str) -> Span | None:
    if params["part"] == "first_word":
        return next(word_spans(text), None)
    sentences = sentence_spans(text)
    if params["part"] == "first_sentence":
        return next(sentences, None)
    return max(sentences, default=None)


def _comparable(part: str) -> str:
    folded = fold_words(part).text
    edges = [index for index, char in enumerate(folded) if char.isalnum()]
    return folded[edges[0] : edges[-1] + 1] if edges else folded
