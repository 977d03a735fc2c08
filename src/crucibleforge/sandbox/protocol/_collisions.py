"""Values made to collide: a set of them takes time that grows with the square of their number, and no fuel pays for it.

Python salts the hashes of text and bytes, but not those of tuples and frozensets, which can be computed and inverted.
"""

from __future__ import annotations

MOST_ALIKE = 256
"""Different tuples or frozensets with one hash. Points with coordinates of -1 and -2 collide by nature, a few at a time."""


class Collisions:
    """The hashes of a group's tuples and frozensets."""

    def __init__(self) -> None:
        self._first: dict[int, int] = {}
        self._others: dict[int, set[int]] = {}

    def add(self, value: object, *, told: str) -> bool:
        """Whether so many different values have this one's hash by now that they must have been made for it.

        Args:
            told: the value as its frame tells it, by which it is told apart from others.
        """
        try:
            number = hash(value)
        except TypeError:  # it holds a list: nobody can put it into a set
            return False
        told_apart = hash(told)
        if self._first.setdefault(number, told_apart) == told_apart:
            return False
        others = self._others.setdefault(number, set())
        others.add(told_apart)
        return len(others) >= MOST_ALIKE
