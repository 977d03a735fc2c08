"""When a value that a solution returned is the value that was wished for: Python's `==` with the types told apart."""

from __future__ import annotations

import marshal
import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

_SIMPLE = {int, str, bool, type(None)}


@dataclass(frozen=True, slots=True)
class Sameness:
    """A bool is no number, -0.0 is not 0.0, NaN is NaN, and a tuple is no list unless the case says otherwise.

    An int and a float of the same value are the same, and so are values of other kinds that Python finds equal.
    """

    tuples_are_lists: bool = False

    def __call__(self, one: Any, other: Any) -> bool:
        """Whether two values are the same, with all that they hold."""
        if type(one) is type(other) and type(one) in _SIMPLE:
            return bool(one == other)
        return _written(one) == _written(other) is not None or self._same(one, other)

    def _same(self, one: Any, other: Any) -> bool:
        if type(one) is float or type(other) is float:
            return _same_float(one, other)
        if (type(one) is bool) is not (type(other) is bool):
            return False
        if isinstance(one, list | tuple) and isinstance(other, list | tuple):
            return self._same_kind(one, other) and len(one) == len(other) and all(map(self._same, one, other))
        if isinstance(one, dict) and isinstance(other, dict):
            return self._same_members(one, other) and all(self._same(value, other[key]) for key, value in one.items())
        if isinstance(one, set | frozenset) and isinstance(other, set | frozenset):
            return self._same_members(one, other)
        return bool(one == other)

    def is_in(self, one: Any, container: Any) -> bool:
        """Whether a list or tuple has a member that is the same; what Python says of other containers."""
        if isinstance(container, list | tuple):
            return any(self(one, member) for member in container)
        return one in container

    def _same_kind(self, one: object, other: object) -> bool:
        return self.tuples_are_lists or isinstance(one, list) is isinstance(other, list)

    def _same_members(self, one: Collection[Any], other: Collection[Any]) -> bool:
        return len(one) == len(other) and _kinds(one) == _kinds(other)


def _same_float(one: Any, other: Any) -> bool:
    if type(one) is bool or type(other) is bool or one != other:
        return _is_nan(one) and _is_nan(other)
    return bool(one != 0 or math.copysign(1, one) == math.copysign(1, other))


def _is_nan(value: object) -> bool:
    return type(value) is float and math.isnan(value)


def _kinds(members: Iterable[Any]) -> set[tuple[Any, bool]]:
    """Members of a set or dict, which Python tells apart by `==`, with whether each is a bool."""
    return {(member, type(member) is bool) for member in members}


def _written(value: Any) -> bytes | None:
    """A value as bytes that differ wherever its types or numbers do; None where it holds more than builtins."""
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return None
