"""The shape of the score: sections, parts, points and packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

LEAST, MOST = 1e-6, 1e6
"""Points and weights lie between these, so that no sum of them overflows and no share of them is lost."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A bonus set, worth up to 1 point once its tier is unlocked."""

    id: str
    tier: int
    cases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One ability: its standard cases share `points` by weight."""

    id: str
    title: str
    points: float
    cases: tuple[str, ...]
    weights: Mapping[str, float] = field(default_factory=dict)
    """Case id -> weight; 1 where absent."""
    packs: tuple[Pack, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A sum of parts. One that is not counted never enters the Total."""

    id: str
    title: str
    parts: tuple[Part, ...]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Profile:
    """A whole test as the scorer sees it; `seed` fixes the redraws (suite name and version)."""

    sections: tuple[Section, ...]
    seed: str = ""

    def parts(self) -> Iterator[Part]:
        """Every part, in order."""
        for section in self.sections:
            yield from section.parts

    def standard_cases(self) -> tuple[str, ...]:
        """Ids of all standard cases of counted sections."""
        return tuple(
            case for section in self.sections if section.counted for part in section.parts for case in part.cases
        )
