"""The words beside a Total: class, lean, rank and ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

import numpy as np

from ._parts import TOLERANCE
from ._redraw import Floats

__all__ = ["ClassName", "Lean", "Standing", "Total", "class_of", "is_uncertain", "leans", "standings"]

ClassName = Literal["S", "A", "B", "C"]
Lean = Literal["chat", "code", "balanced"]

CLASS_BOUNDS: tuple[tuple[float, ClassName], ...] = ((16.0, "S"), (13.0, "A"), (10.0, "B"))
LEAN_POINTS = 1.5
FEWEST_FOR_LEAN = 3


@dataclass(frozen=True, slots=True)
class Total:
    """What ranking needs of a row."""

    points: float
    margin: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A row's place among the ranked rows. Ties are not transitive, so each row lists its own."""

    rank: int
    low: int
    """The best rank that ties allow."""
    high: int
    """The worst rank that ties allow."""
    ties: tuple[str, ...]


def class_of(points: float) -> ClassName:
    """The class of a Total's unrounded points."""
    return next((name for bound, name in CLASS_BOUNDS if points >= bound - TOLERANCE), "C")


def is_uncertain(total: Total) -> bool:
    """Whether the Total could fall into another class within its margin."""
    return class_of(total.points - total.margin) != class_of(total.points + total.margin)


def standings(ranked: Mapping[str, Total]) -> dict[str, Standing]:
    """Rank, range and ties of every ranked row."""
    names = sorted(ranked)
    points = np.array([ranked[name].points for name in names])
    margins = np.array([ranked[name].margin for name in names])
    return {name: _standing(place, names, points, margins) for place, name in enumerate(names)}


def _standing(place: int, names: Sequence[str], points: Floats, margins: Floats) -> Standing:
    lead = points - points[place]
    ties = np.abs(lead) <= np.minimum(margins, margins[place]) + TOLERANCE
    ties[place] = False
    above, below = lead > TOLERANCE, lead < -TOLERANCE
    return Standing(
        rank=1 + int(np.count_nonzero(above)),
        low=1 + int(np.count_nonzero(above & ~ties)),
        high=len(names) - int(np.count_nonzero(below & ~ties)),
        ties=tuple(names[other] for other in np.flatnonzero(ties).tolist()),
    )


def leans(code: Mapping[str, float], chat: Mapping[str, float]) -> dict[str, Lean]:
    """Which side each ranked row is stronger on, measured against the medians of all of them."""
    if len(code) < FEWEST_FOR_LEAN:
        return dict.fromkeys(code, "balanced")
    usual_code, usual_chat = median(code.values()), median(chat.values())
    return {model: _lean((chat[model] - usual_chat) - (code[model] - usual_code)) for model in code}


def _lean(difference: float) -> Lean:
    if difference >= LEAN_POINTS - TOLERANCE:
        return "chat"
    return "code" if difference <= TOLERANCE - LEAN_POINTS else "balanced"
