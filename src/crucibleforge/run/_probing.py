"""A few real calls to a model about which nothing is stored, to learn how fast and how long it writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crucibleforge.ask import ModelSpec, open_client
from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Turn
from crucibleforge.store import AnswerSize

from ._budgets import budget_for
from ._order import ceiling, longest_first
from ._prompts import request_words
from ._scripts import script_for, tools_for

PROBES = 5


@dataclass(frozen=True, slots=True)
class Probed:
    """The first request of a case, and the reply to it."""

    case: Case
    turn: Turn


async def probe(spec: ModelSpec, cases: Sequence[Case], temperature: float) -> list[Probed]:
    """Ask the first request of PROBES cases at most, short and long ones, one at a time. Nothing is stored.

    Raises:
        ConfigError: when the model's key is not set.
        ProviderError: when a request brings nothing.
    """
    found = []
    async with open_client(spec) as client:
        for case in spread_out(cases, PROBES):
            budget = budget_for(case, spec)
            turn = await client.complete(
                script_for(case).next_messages(()) or (),
                max_tokens=budget.max_tokens,
                temperature=temperature,
                tools=tools_for(case),
                timeout_s=budget.seconds,
            )
            found.append(Probed(case, turn))
    return found


def spread_out(cases: Sequence[Case], count: int) -> list[Case]:
    """So many of the cases, from the one with the most to say to the one with the least."""
    order = longest_first(cases, [ceiling(case) for case in cases])
    if len(order) <= count:
        return order
    return [order[round(place * (len(order) - 1) / (count - 1))] for place in range(count)]


def sizes_of(probed: Iterable[Probed]) -> dict[str, AnswerSize]:
    """What whole answers would take, if all replies were as long as the first one; nothing where nobody counted."""
    return {
        one.case.id: AnswerSize(
            calls := len(request_words(one.case)),
            one.turn.billed.prompt_tokens if calls == 1 else None,
            tokens * calls,
        )
        for one in probed
        if (tokens := one.turn.billed.completion_tokens)
    }
