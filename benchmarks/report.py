"""What a part of the benchmark found, as a table and as data."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Report:
    """One part's findings."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    data: dict[str, Any]
    """The raw figures, for JSON."""
    broken: list[str] = field(default_factory=list)
    """What should hold and did not."""


def show(report: Report, console: Console) -> None:
    """Print the table, and below it what did not hold."""
    table = Table(*report.columns[:1], title=report.title, title_justify="left")
    for column in report.columns[1:]:
        table.add_column(column, justify="right")
    for row in report.rows:
        table.add_row(*map(escape, row))
    console.print(table)
    for line in report.broken:
        console.print(f"BROKEN: {line}", markup=False)


def spread(values: Iterable[float], digits: int = 1) -> str:
    """`median (least..most)`."""
    ordered = sorted(values)
    if not ordered:
        return "-"
    return f"{statistics.median(ordered):.{digits}f} ({ordered[0]:.{digits}f}..{ordered[-1]:.{digits}f})"


def middle(values: Sequence[float]) -> float | None:
    """The median, None of nothing."""
    return statistics.median(values) if values else None


def ratios(ours: Sequence[float], peer: Sequence[float]) -> list[float]:
    """Each round's figure of ours over the peer's."""
    return [mine / theirs for mine, theirs in zip(ours, peer, strict=True)]
