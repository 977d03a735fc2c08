"""A reply that is one JSON object of a given shape."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import re2

from crucibleforge.core.errors import shown

from ._result import Params, RuleResult, each
from ._text import excerpt

_FENCE = re2.compile(r"(?s)(?:`{3,}|~{3,})[ \t]*[A-Za-z0-9]*[ \t]*\n(.*?)\n?[ \t]*(?:`{3,}|~{3,})")
_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: _is_number(value) and value == int(value),
    "number": lambda value: _is_number(value),
    "boolean": lambda value: isinstance(value, bool),
    "list": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shape(params: Params, text: str) -> RuleResult:
    fenced = _FENCE.fullmatch(text.strip())
    body = fenced.group(1) if fenced else text.strip()
    try:
        value = json.loads(body, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        at = min(getattr(error, "pos", 0), len(body))
        return RuleResult(False, f"not JSON ({error}): {excerpt(body, at, at)}")
    if not isinstance(value, dict):
        return RuleResult(False, f"not a JSON object: {shown(value)}")
    problems = [problem for key, kind in params["shape"].items() if (problem := _problem(value, key, kind))]
    return RuleResult(not problems, "; ".join(problems))


def _problem(value: Mapping[str, Any], key: str, kind: str) -> str:
    if key not in value:
        return f"key {key!r} is missing among {shown(list(value))}"
    return "" if _TYPES[kind](value[key]) else f"{key!r} is {shown(value[key])}, not {kind}"


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits} is no finite number")
    return value


shape = each(_shape)
