"""Values without parts that JSON has no word for: a tag, and what they are rebuilt from.

What comes in is hostile, so every content is checked, and nothing is built that would be costly to compare or print.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
from collections.abc import Callable
from typing import Any

from crucibleforge.sandbox._limits import MAX_DECIMAL_PLACES, MAX_INT_BITS

EXACT = 1 << 53
"""Integers below this travel as JSON numbers."""

_Told = tuple[str, Any]


def _told_time(tag: str, value: datetime.time | datetime.datetime) -> _Told:
    if not (value.tzinfo is None or type(value.tzinfo) is datetime.timezone):
        raise TypeError("a test can only hand over times with a fixed offset or none")
    return tag, value.isoformat()


_TELL: dict[type, Callable[[Any], _Told]] = {
    str: lambda value: ("str", value.encode("utf-8", "surrogatepass").hex()),
    int: lambda value: ("i", hex(value)),
    bytes: lambda value: ("bytes", value.hex()),
    bytearray: lambda value: ("bytearray", value.hex()),
    complex: lambda value: ("complex", [value.real, value.imag]),
    range: lambda value: ("range", [value.start, value.stop, value.step]),
    decimal.Decimal: lambda value: ("decimal", str(value)),
    fractions.Fraction: lambda value: ("fraction", [hex(value.numerator), hex(value.denominator)]),
    datetime.date: lambda value: ("date", value.isoformat()),
    datetime.time: lambda value: _told_time("time", value),
    datetime.datetime: lambda value: _told_time("datetime", value),
    datetime.timedelta: lambda value: ("timedelta", [value.days, value.seconds, value.microseconds]),
}


def tell(value: object) -> dict[str, Any] | None:
    """A scalar as its tagged form, None for anything else."""
    told = _TELL.get(type(value))
    if told is None:
        return None
    tag, content = told(value)
    return {"t": tag, "v": content}


def make(tag: object, content: Any) -> Any:
    """The scalar of a tagged form.

    Raises:
        ValueError: there is none.
    """
    maker = _MAKE.get(tag) if type(tag) is str else None
    if maker is None:
        raise ValueError("a value of no known form")
    kinds, build = maker
    parts = [content] if len(kinds) == 1 else content
    if (
        type(parts) is not list
        or len(parts) != len(kinds)
        or not all(type(part) in kind for part, kind in zip(parts, kinds, strict=True))
    ):
        raise ValueError(f"a broken {tag}")
    try:
        return build(*parts)
    except (ValueError, OverflowError, ArithmeticError) as error:
        raise ValueError(f"a broken {tag}: {type(error).__name__}") from None


def _int(text: str) -> int:
    if len(text) > MAX_INT_BITS // 4:
        raise ValueError("too long")
    return int(text, 16)


def _decimal(text: str) -> decimal.Decimal:
    value = decimal.Decimal(text)
    if value.is_finite() and max(len(value.as_tuple().digits), abs(value.adjusted())) > MAX_DECIMAL_PLACES:
        raise ValueError("too long")
    return value


_TEXT, _INTEGER, _NUMBER = (str,), (int,), (int, float)

_MAKE: dict[str, tuple[tuple[tuple[type, ...], ...], Callable[..., Any]]] = {
    "i": ((_TEXT,), _int),
    "str": ((_TEXT,), lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass")),
    "bytes": ((_TEXT,), bytes.fromhex),
    "bytearray": ((_TEXT,), bytearray.fromhex),
    "complex": ((_NUMBER, _NUMBER), complex),
    "decimal": ((_TEXT,), _decimal),
    "fraction": ((_TEXT, _TEXT), lambda over, under: fractions.Fraction(_int(over), _int(under))),
    "date": ((_TEXT,), datetime.date.fromisoformat),
    "time": ((_TEXT,), datetime.time.fromisoformat),
    "datetime": ((_TEXT,), datetime.datetime.fromisoformat),
    "timedelta": ((_INTEGER, _INTEGER, _INTEGER), datetime.timedelta),
}
