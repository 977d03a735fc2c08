"""A figure that is not known yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import add


@dataclass(frozen=True, slots=True)
class Range:
    """The least, the likely and the most that is to be expected."""

    low: float
    likely: float
    high: float

    @classmethod
    def exactly(cls, value: float) -> Range:
        """A figure that is certain."""
        return cls(value, value, value)

    @classmethod
    def around(cls, value: float, factor: float) -> Range:
        """From a `factor`-th of the value to that many times it."""
        return cls(value / factor, value, value * factor)

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def each(self, change: Callable[[float], float]) -> Range:
        """The range with all three figures changed in the same way."""
        return Range(change(self.low), change(self.likely), change(self.high))

    def within(self, least: float, most: float) -> Range:
        """The range cut to what is possible."""
        return self.each(lambda value: min(max(value, least), most))


def together(ranges: Iterable[Range]) -> Range:
    """The sum. All of them at their low or high end at once is less likely than any one of them."""
    return reduce(add, ranges, Range.exactly(0))


def together_if_known(ranges: Iterable[Range | None]) -> Range | None:
    """The sum; None where one of them is not known, or where there is none."""
    found = list(ranges)
    known = [each for each in found if each is not None]
    return together(known) if known and len(known) == len(found) else None
