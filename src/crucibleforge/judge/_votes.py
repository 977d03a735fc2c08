"""From a judge's replies to one verdict."""

from __future__ import annotations

from collections.abc import Sequence

from crucibleforge.core.conversation import Usage
from crucibleforge.core.grading import VerdictAnswer, Vote

from ._control_tokens import without_splits
from ._guard import QuoteCheck, guard
from ._reply import Said

YES, NO, UNPARSABLE = VerdictAnswer.YES, VerdictAnswer.NO, VerdictAnswer.UNPARSABLE


def decide(votes: Sequence[VerdictAnswer]) -> VerdictAnswer:
    """The majority of the votes that can be read; a split is NO.

    Fewer readable votes than half of those asked for decide nothing: a judge that cannot be understood neither passes
    nor fails a model. Of three votes, then, YES takes two.
    """
    usable = [vote for vote in votes if vote is not UNPARSABLE]
    if 2 * len(usable) <= len(votes):
        return UNPARSABLE
    return YES if 2 * usable.count(YES) > len(usable) else NO


def vote(said: Said, billed: Usage, texts: Sequence[str], numbers: Sequence[int], *, raw: str) -> Vote:
    """One reply after the quote guard: a YES counts only with a quote that stands in one of the texts.

    Args:
        billed: all that was asked for this vote.
        texts: the replies that may be quoted, whole and as the model wrote them, however much of them the judge was shown.
        numbers: their turn numbers.
        raw: all that the judge wrote for this vote.
    """
    check = _checked(said, texts)
    answer = NO if said.answer is YES and not check.valid else said.answer
    return Vote(
        answer=answer,
        said=said.answer,
        quote=said.quote,
        quote_valid=check.valid,
        start=check.start,
        end=check.end,
        turn=None if check.turn is None else numbers[check.turn - 1],
        reason="" if said.answer is NO else check.reason,
        raw=raw,
        prompt_tokens=billed.prompt_tokens,
        cached_tokens=billed.cached_tokens,
        completion_tokens=billed.completion_tokens,
    )


def _checked(said: Said, texts: Sequence[str]) -> QuoteCheck:
    if said.reason:
        return QuoteCheck(valid=False, reason=said.reason)
    check = guard(said.quote, texts)
    bare = without_splits(said.quote)
    return check if check.valid or bare == said.quote else guard(bare, texts)
