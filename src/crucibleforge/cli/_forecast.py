"""What a plan will take, as tables for people and plain data for machines."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from crucibleforge.ask import ModelSpec, cost_of
from crucibleforge.core.clock import now_utc
from crucibleforge.core.money import total
from crucibleforge.run import (
    PROBES,
    Action,
    Forecast,
    Forecaster,
    PlannedCase,
    Probed,
    Range,
    Step,
    asking_s,
    forecast,
    probe,
    together,
    together_if_known,
)
from crucibleforge.score import MISSING, shown_usd
from crucibleforge.store import Store
from crucibleforge.suite import Suite

from ._output import console

Probe = Annotated[
    bool,
    typer.Option(
        "--probe", help=f"Make {PROBES} real calls, which may cost money, to each model with no stored answer."
    ),
]


def forecaster_for(
    suite: Suite, store: Store, specs: Sequence[ModelSpec], planned: Sequence[PlannedCase], *, probes: bool
) -> Forecaster:
    """What looks ahead, after real calls to the models about which nothing is stored, where that was asked for.

    Raises:
        ConfigError, ProviderError: when a model that is to be probed cannot be asked.
    """
    known = Forecaster(suite, store)
    found: dict[str, list[Probed]] = {}
    for spec in specs if probes else ():
        to_ask = [item.case for item in planned if item.model == spec.name and item.action is Action.ASK]
        cases = list({case.id: case for case in to_ask}.values())
        if known.knows(spec):
            print(f"--probe: not needed for {spec.name}, whose answers are stored", file=sys.stderr)
        elif cases:
            found[spec.name] = asyncio.run(probe(spec, cases, suite.asking.temperature))
            _say_probed(spec, found[spec.name])
    return Forecaster(suite, store, found)


def _say_probed(spec: ModelSpec, probed: Sequence[Probed]) -> None:
    cost = total(cost_of(spec, one.turn.billed, now_utc()) for one in probed)
    paid = "at a cost that is not known" if cost is None else f"for {shown_usd(cost.usd)}"
    if spec.base != "hosted" and cost is None:
        paid = "at no price"
    print(f"--probe: {len(probed)} calls to {spec.name} {paid}; the replies are not stored", file=sys.stderr)


class Outlook:
    """A whole forecast, by model and step."""

    def __init__(
        self,
        forecaster: Forecaster,
        specs: Sequence[ModelSpec],
        planned: Sequence[PlannedCase],
        judge: ModelSpec | None,
        *,
        checks_setup: bool,
    ) -> None:
        self.forecasts = list(forecast(forecaster, specs, planned, judge, checks_setup=checks_setup))
        self.asking_s = asking_s(specs, self.forecasts)
        self._specs = {spec.name: spec for spec in (*specs, *([judge] if judge else ()))}

    def json(self) -> dict[str, Any]:
        """Plain data: ranges as `{"low", "likely", "high"}`; null where something is not known."""
        return {
            "steps": [
                {"model": model, "step": step, **_figures(found)} for (model, step), found in self._groups().items()
            ],
            "total": _figures(self.forecasts) if self.forecasts else None,
            "asking_seconds": _range_json(self.asking_s),
        }

    def print(self) -> None:
        """A table with a line for each model and step, and in words what the figures are taken from."""
        if not self.forecasts:
            return
        table = Table("model", "step", header_style="bold", title="What it will take", title_justify="left")
        for column in ("calls", "tokens in", "tokens out", "cost"):
            table.add_column(column, justify="right", no_wrap=column == "cost")
        for (model, step), found in self._groups().items():
            table.add_row(model, step, *_cells(found))
        if len(self._groups()) > 1:
            table.add_section()
            table.add_row("all", "", *_cells(self.forecasts))
        console.print(table)
        time = "not known: no speed was measured yet" if self.asking_s is None else shown(self.asking_s, duration)
        console.print(f"Time until all are asked: {time}")
        bases = Counter(each.basis for each in self.forecasts if each.step == "ask")
        for basis, count in bases.most_common():
            console.print(f"Length of {count} answer{'s' if count > 1 else ''}: from {basis}")
        self._print_prices()
        console.print("Cached prompts are taken at full price, and errors that are asked again are left out.")

    def _print_prices(self) -> None:
        unpriced = {each.model for each in self.forecasts if each.cost_usd is None}
        unknown = sorted(name for name in unpriced if self._specs[name].base == "hosted")
        if unknown:
            console.print(f"No price is known of {', '.join(unknown)}: give it under `price` in models.yaml.")

    def _groups(self) -> Mapping[tuple[str, Step], list[Forecast]]:
        groups: dict[tuple[str, Step], list[Forecast]] = {}
        for each in self.forecasts:
            groups.setdefault((each.model, each.step), []).append(each)
        return groups


def _figures(found: Sequence[Forecast]) -> dict[str, Any]:
    return {
        "calls": _range_json(together(each.calls for each in found)),
        "tokens_in": _range_json(together(each.tokens_in for each in found)),
        "tokens_out": _range_json(together(each.tokens_out for each in found)),
        "cost_usd": _range_json(together_if_known(each.cost_usd for each in found)),
        "basis": dict(Counter(each.basis for each in found)),
    }


def _range_json(value: Range | None) -> dict[str, float] | None:
    return None if value is None else asdict(value)


def _cells(found: Iterable[Forecast]) -> list[str]:
    each = list(found)
    cost = together_if_known(one.cost_usd for one in each)
    return [
        shown(together(one.calls for one in each), _whole),
        shown(together(one.tokens_in for one in each), _tokens),
        shown(together(one.tokens_out for one in each), _tokens),
        MISSING if cost is None else shown(cost, shown_usd),
    ]


def shown(value: Range, how: Callable[[float], str]) -> str:
    """The likely figure and, where they differ, the least and the most."""
    low, likely, high = how(value.low), how(value.likely), how(value.high)
    return likely if low == likely == high else f"{likely} ({low}–{high})"


def _whole(value: float) -> str:
    return f"{value:.0f}"


def _tokens(value: float) -> str:
    return f"{value:.0f}" if value < 1000 else f"{value / 1000:.{1 if value < 10_000 else 0}f}k"


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
