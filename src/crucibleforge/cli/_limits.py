"""`--max-cost` and `--max-time`: what a command may spend, and how long it may go on beginning cases."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from crucibleforge.ask import ModelSpec, has_price
from crucibleforge.core.clock import now_utc
from crucibleforge.core.errors import ConfigError, shown
from crucibleforge.run import Allowance, PlannedCase
from crucibleforge.score import shown_usd

from ._planned import in_words

_DURATION = re.compile(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?")
_UNITS = (3600, 60, 1)
_PRICE_HINT = (
    "add to its entry in models.yaml, in dollars for a million tokens: price: {input_usd: 0.5, output_usd: 1.5}"
)


MaxCost = Annotated[
    str | None,
    typer.Option("--max-cost", metavar="USD", help="Begin no case that would take this command's cost beyond it."),
]
MaxTime = Annotated[
    str | None,
    typer.Option("--max-time", metavar="DURATION", help="Begin no case after this time: 90s, 20m, 1h30m."),
]


def allowance(max_cost: str | None, max_time: str | None, models: Sequence[ModelSpec]) -> Allowance:
    """The command's limits.

    Args:
        models: all that are called, the judge included.

    Raises:
        ConfigError: for a limit that is no amount or time above 0; when costs are limited and a provider's price is not
            known, or nobody here has one.
    """
    max_usd = math.inf if max_cost is None else _usd(max_cost)
    max_s = math.inf if max_time is None else _seconds(max_time)
    if max_cost is not None:
        _demand_prices(models)
    return Allowance(max_usd, max_s)


def _usd(text: str) -> float:
    try:
        value = float(text.removeprefix("$"))
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise ConfigError(f"--max-cost: {shown(text)} is not an amount above 0", hint="in US dollars, such as 2.50")
    return value


def _seconds(text: str) -> float:
    found = _DURATION.fullmatch(text)
    value = sum(float(part or 0) * unit for part, unit in zip(found.groups(), _UNITS, strict=True)) if found else 0
    if value <= 0:
        raise ConfigError(f"--max-time: {shown(text)} is not a time above 0", hint="such as 90s, 20m or 1h30m")
    return value


def _demand_prices(models: Sequence[ModelSpec]) -> None:
    now = now_utc()
    for spec in models:
        if spec.base == "hosted" and not has_price(spec, now):
            raise ConfigError(f"--max-cost: the price of {spec.name} is not known", hint=_PRICE_HINT)
    if not any(has_price(spec, now) for spec in models):
        names = ", ".join(spec.name for spec in models)
        raise ConfigError(f"--max-cost limits nothing: {names} at hand, without a price", hint=_PRICE_HINT)


def say_spent(spent: Allowance) -> None:
    """What the command spent, as far as prices are known."""
    if spent.total_usd:
        each = ", ".join(f"{name} {shown_usd(usd)}" for name, usd in spent.spent_usd.items())
        print(f"spent {shown_usd(spent.total_usd)}: {each}", file=sys.stderr)


def say_limit(reached: Allowance, left: Iterable[PlannedCase]) -> None:
    """Which limit ended the command, and what is left.

    Args:
        left: the plan of a run that would begin now.
    """
    limit = f"--max-cost of {shown_usd(reached.max_usd)}" if reached.reached == "cost" else "--max-time"
    print(f"stopped by its {limit}; left: {in_words(left)}", file=sys.stderr)
    next_time = "run the same command again to go on: what is stored is not asked again, and the limit counts anew"
    if reached.reached == "cost" and not reached.total_usd:
        next_time = f"raise it: the next case alone will probably cost {shown_usd(reached.wanted_usd)}"
    print(f"  -> {next_time}", file=sys.stderr)
