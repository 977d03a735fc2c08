"""When a value that a solution returned is the value that was wished for: Python's `==` with the types told apart."""

from __future__ import annotations

import decimal
import marshal
import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

_SIMPLE = {int, str, bool, type(None)}
_NUMBERS = {bool, int, float, complex}
_SEQUENCES = (list, tuple)
_SETS = (set, frozenset)


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
        kinds = type(one), type(other)
        if kinds[0] in _NUMBERS and kinds[1] in _NUMBERS:
            return _same_number(one, other)
        if kinds[0] in _SEQUENCES and kinds[1] in _SEQUENCES:
            is_one_kind = self.tuples_are_lists or kinds[0] is kinds[1]
            return is_one_kind and len(one) == len(other) and all(map(self._same, one, other))
        if kinds == (dict, dict):
            return _same_members(one, other) and all(self._same(value, other[key]) for key, value in one.items())
        if kinds[0] in _SETS and kinds[1] in _SETS:
            return _same_members(one, other)
        return bool(one == other) or (_is_nan(one) and _is_nan(other))

    def is_in(self, one: Any, container: Any) -> bool:
        """Whether a container has a member that is the same; what Python says of texts and of what is not a builtin."""
        if type(container) in _SEQUENCES:
            return any(self(one, member) for member in container)
        if type(container) in (*_SETS, dict, range):
            return one in container and any(self(one, member) for member in container)
        return one in container


def _same_number(one: Any, other: Any) -> bool:
    if (type(one) is bool) is not (type(other) is bool):
        return False
    if type(one) is complex or type(other) is complex:
        one, other = complex(one), complex(other)
        return _same_number(one.real, other.real) and _same_number(one.imag, other.imag)
    if one != other:
        return _is_nan(one) and _is_nan(other)
    return bool(one != 0 or math.copysign(1, one) == math.copysign(1, other))


def _is_nan(value: Any) -> bool:
    return isinstance(value, float | decimal.Decimal) and value != value


def _same_members(one: Collection[Any], other: Collection[Any]) -> bool:
    return len(one) == len(other) and set(map(_told_apart, one)) == set(map(_told_apart, other))


def _told_apart(member: Any) -> Any:
    """A member of a set or dict, with what Python's `==` does not see of it."""
    if type(member) in (tuple, frozenset):
        return type(member), type(member)(map(_told_apart, member))
    is_negative_zero = type(member) is float and member == 0 and math.copysign(1, member) < 0
    return member, type(member) is bool, is_negative_zero


def _written(value: Any) -> bytes | None:
    """A value as bytes that differ wherever its types or numbers do; None where it holds more than builtins."""
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return None
