"""What the votes of a judge cost."""

from __future__ import annotations

from dataclasses import replace

from crucibleforge.ask import ModelSpec, cost_of
from crucibleforge.core.clock import now_utc
from crucibleforge.core.conversation import Usage
from crucibleforge.core.grading import Verdict, Vote


def with_cost(vote: Vote, judge: ModelSpec) -> Vote:
    """The vote with its cost by the price of now."""
    billed = Usage(vote.prompt_tokens, vote.completion_tokens, vote.cached_tokens)
    return replace(vote, cost=cost_of(judge, billed, now_utc()))


def with_costs(verdict: Verdict, judge: ModelSpec) -> Verdict:
    """The verdict with the cost of each of its votes."""
    return replace(verdict, votes=tuple(with_cost(vote, judge) for vote in verdict.votes))
