"""How often something came out right, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

__all__ = ["Proportion"]

_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Proportion:
    """So many of so many."""

    count: int
    of: int

    @property
    def rate(self) -> float | None:
        """In [0, 1]; None of nothing."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval, which keeps within [0, 1] and holds for few and for extreme counts; None of nothing."""
        if self.rate is None:
            return None
        share = _Z**2 / self.of
        middle = (self.rate + share / 2) / (1 + share)
        half = _Z * sqrt(self.rate * (1 - self.rate) / self.of + share / (4 * self.of)) / (1 + share)
        return max(0.0, middle - half), min(1.0, middle + half)
