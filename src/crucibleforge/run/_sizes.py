"""How much a case takes of a model, before it is asked: from what is stored, else from its budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from crucibleforge.core.case import Case, ToolsContent
from crucibleforge.store import AnswerSize

from ._prompts import CHARS_PER_TOKEN, request_words
from ._range import Range

Sizes = Mapping[str, AnswerSize]
"""Case id -> what its answer took."""

SPREAD = 2.0
"""An answer is often half or twice as long as another to the same case."""
PROMPT_SPREAD = 1.3
"""Tokenizers differ by about a third, and so do texts in how many characters make a token."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What asking one case takes."""

    calls: Range
    tokens_in: Range
    tokens_out: Range
    basis: str
    """What the length of the replies is taken from."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """What is known of how long one model's answers are."""

    own: Sizes
    """Of this model's answers, to any case."""
    others: Sequence[Sizes]
    """The same of each other model."""
    ceilings: Mapping[str, int]
    """Case id -> the most tokens that its replies may take together; of every case of the suite."""
    of_own: str = "its own earlier answer"
    """What the model's own sizes come from."""

    def expected(self, case: Case) -> Expected:
        """What one case will take of the model."""
        same = [self.own[case.id]] if case.id in self.own else list(self._others_to(case))
        tokens_out, basis = self._tokens_out(case)
        return Expected(_calls(case, same), _tokens_in(case, same, tokens_out), tokens_out, basis)

    def _tokens_out(self, case: Case) -> tuple[Range, str]:
        most = self.ceilings[case.id]
        if case.id in self.own:
            own = self.own[case.id].completion_tokens
            return Range.around(own, SPREAD).within(0, max(most, own)), self.of_own
        if found := [size.completion_tokens for size in self._others_to(case)]:
            factor = self._wordier()
            scaled = Range(min(found) / SPREAD, median(found), max(found) * SPREAD).each(lambda out: out * factor)
            return scaled.within(0, max(most, scaled.likely)), _by(len(found), is_scaled=factor != 1)
        known = self.own.keys() & self.ceilings.keys()
        if shares := [self.own[name].completion_tokens / self.ceilings[name] for name in known]:
            return Range(min(shares), median(shares), max(shares)).each(lambda share: share * most), "its other answers"
        return Range(0, most / 2, most), "the case's budget alone"

    def _others_to(self, case: Case) -> Iterator[AnswerSize]:
        yield from (sizes[case.id] for sizes in self.others if case.id in sizes)

    def _wordier(self) -> float:
        """How many times as long this model's answers are as others' to the same cases; 1 where nobody knows."""
        ratios = [
            self.own[name].completion_tokens / sizes[name].completion_tokens
            for sizes in self.others
            for name in self.own.keys() & sizes.keys()
        ]
        return median(ratios) if ratios else 1.0


def _by(models: int, *, is_scaled: bool) -> str:
    answers = f"the answers of {models} other model{'s' if models > 1 else ''}"
    return f"{answers}, by the length of its own" if is_scaled else answers


def _calls(case: Case, same: Sequence[AnswerSize]) -> Range:
    replies = len(request_words(case))
    if not isinstance(case.content, ToolsContent):
        return Range.exactly(replies)
    # A tool session ends early where the model goes wrong.
    return Range(1, median([size.calls for size in same] or [replies]), replies)


def _tokens_in(case: Case, same: Sequence[AnswerSize], tokens_out: Range) -> Range:
    if found := [size.prompt_tokens for size in same if size.prompt_tokens]:
        return Range(min(found) / PROMPT_SPREAD, median(found), max(found) * PROMPT_SPREAD)
    words = request_words(case)
    # Each request repeats all that was said before it, replies as well.
    own_words = sum(len(text) * (len(words) - place) for place, text in enumerate(words)) / CHARS_PER_TOKEN
    times_repeated = (len(words) - 1) / 2
    return Range.around(own_words, PROMPT_SPREAD) + tokens_out.each(lambda tokens: tokens * times_repeated)
