"""What replies cost, and by which price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """An amount that was reckoned once and stays, whatever prices do later."""

    usd: float
    source: str
    """Where the price stood: `models.yaml`, or a price list with its version."""
    as_of: str
    """The day for which the price was looked up, as `2026-11-30`; of a sum, the first and the last day."""


def total(costs: Iterable[Cost | None]) -> Cost | None:
    """All of them together; None where one is unknown, or where there is none."""
    known = list(costs)
    if not known or any(cost is None for cost in known):
        return None
    found = [cost for cost in known if cost is not None]
    days = sorted({day for cost in found for day in cost.as_of.split(_TO)})
    as_of = days[0] if len(days) == 1 else f"{days[0]}{_TO}{days[-1]}"
    sources = {source for cost in found for source in cost.source.split(_AND)}
    return Cost(sum(cost.usd for cost in found), _AND.join(sorted(sources)), as_of)


_TO = " to "
_AND = " and "
