"""Whether arguments fit the JSON schema that the model was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from crucibleforge.core.errors import shown

_TYPES: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "string": ("a string", lambda value: isinstance(value, str)),
    "integer": ("an integer", lambda value: is_number(value) and value == int(value)),
    "number": ("a number", lambda value: is_number(value)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "array": ("a list", lambda value: isinstance(value, list)),
    "object": ("an object", lambda value: isinstance(value, Mapping)),
    "null": ("null", lambda value: value is None),
}


def is_number(value: object) -> bool:
    """Whether a value is a JSON number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def schema_problem(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The first reason why a typed tool would turn these arguments down, or nothing."""
    return _object_problem("", arguments, schema)


def _object_problem(place: str, value: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f"{place}{name} is missing"
    for name, inner in value.items():
        if name not in known:
            if place and schema.get("additionalProperties", True):
                continue
            return f"there is no argument {shown(f'{place}{name}', 60)}"
        if problem := _value_problem(f"{place}{name}", inner, known[name]):
            return problem
    return ""


def _value_problem(place: str, value: Any, schema: Mapping[str, Any]) -> str:
    wanted = schema.get("type", ())
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    if kinds and not any(_TYPES[kind][1](value) for kind in kinds):
        return f"{place} must be {' or '.join(_TYPES[kind][0] for kind in kinds)}, not {shown(value, 60)}"
    if "enum" in schema and not any(same(value, choice) for choice in schema["enum"]):
        return f"{place} must be one of {', '.join(map(repr, schema['enum']))}, not {shown(value, 60)}"
    if isinstance(value, Mapping):
        return _object_problem(f"{place}.", value, schema)
    if isinstance(value, list) and "items" in schema:
        problems = (_value_problem(f"{place}[{index}]", item, schema["items"]) for index, item in enumerate(value))
        return next(filter(None, problems), "")
    return ""


def same(value: Any, wanted: Any) -> bool:
    """JSON equality: numbers by value, true and false apart from 1 and 0, everything else exactly."""
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(wanted, Mapping) and isinstance(value, Mapping):
        return value.keys() == wanted.keys() and all(same(value[key], wanted[key]) for key in wanted)
    if isinstance(wanted, list | tuple) and isinstance(value, list | tuple):
        return len(value) == len(wanted) and all(map(same, value, wanted))
    return bool(value == wanted)
