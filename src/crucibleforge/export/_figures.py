"""The figures of a row, as a list of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crucibleforge.bundle import RowClaim
from crucibleforge.core.profile import Part, Profile

__all__ = ["Figure", "figures"]


@dataclass(frozen=True, slots=True)
class Figure:
    """Points for some of the cases."""

    id: str
    title: str
    points: float
    most: float
    """The points that can be had, those of bonus sets included."""
    margin: float | None
    cases: tuple[str, ...]


def figures(profile: Profile, row: RowClaim) -> Iterator[Figure]:
    """The Total, sections and parts of a row; those that are not known are left out."""
    counted = [part for section in profile.sections if section.counted for part in section.parts]
    yield from _figure("total", "Total", row.total, row.margin, counted)
    for section in profile.sections:
        yield from _figure(section.id, section.title, row.sections.get(section.id), None, section.parts)
        for part in section.parts:
            points, margin = row.parts.get(part.id), row.part_margins.get(part.id)
            yield from _figure(f"{section.id}.{part.id}", part.title, points, margin, [part])


def _figure(
    name: str, title: str, points: float | None, margin: float | None, parts: Sequence[Part]
) -> Iterator[Figure]:
    if points is not None:
        most = sum(part.points + len(part.packs) for part in parts)
        yield Figure(name, title, points, most, margin, tuple(case for part in parts for case in part.cases))
