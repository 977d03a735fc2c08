"""Whether one argument of a call is what a step waits for."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import re2

from crucibleforge.core.errors import shown

from ._dates import as_date, days_meant
from ._schema import is_number, same

Matcher = Mapping[str, Any]


def mismatch(matcher: Matcher, value: Any) -> str:
    """Why a value is not the one waited for, or nothing when it is. Both sides are plain JSON values."""
    match dict(matcher):
        case {"equals": wanted}:
            fits = same(value, wanted)
        case {"near": {"value": wanted, "within": within}}:
            fits = is_number(value) and abs(_exact(value) - _exact(wanted)) <= _exact(within)
        case {"one_of": choices}:
            fits = any(same(value, choice) for choice in choices)
        case {"pattern": pattern}:
            fits = isinstance(value, str) and re2.fullmatch(pattern, value) is not None
        case {"date": day}:
            fits = isinstance(value, str) and as_date(day) in days_meant(value)
        case {"absent": True}:
            fits = value is None
        case _:
            raise ValueError(f"unknown matcher {shown(dict(matcher))}")
    return "" if fits else f"is {shown(value, 80)}, not {described(matcher)}"


def missing(matcher: Matcher) -> str:
    """Why an argument may not be left out, or nothing when it must be."""
    return "" if "absent" in matcher else f"is missing, not {described(matcher)}"


def described(matcher: Matcher) -> str:
    """What a matcher waits for, in words."""
    match dict(matcher):
        case {"equals": wanted}:
            return repr(wanted)
        case {"near": {"value": wanted, "within": within}}:
            return f"{wanted} ± {within}"
        case {"one_of": choices}:
            return f"one of {', '.join(map(repr, choices))}"
        case {"pattern": pattern}:
            return f"like {pattern}"
        case {"date": day}:
            return f"the day {as_date(day).isoformat()}"
        case _:
            return "left out"


def _exact(number: float) -> Decimal:
    """The number that was written, so that 10.2 is within 0.1 of 10.1."""
    return Decimal(str(number))
