"""A tool call as the endpoint delivered it, read into a name and arguments."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

import re2

from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import ToolCall
from crucibleforge.core.errors import shown

from ._schema import schema_problem

DEEPEST = 64
"""Nesting of arguments beyond which no tool would follow."""
_CONTROL = re2.compile(
    r"<[|｜][^<>]*[|｜]?>|</?(?:s|eos|bos|tool_call|function_call|end_of_turn)>|\[/?[A-Z]+(?:_[A-Z]+)*\]"
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a turn; `problem` says in words why it could not be carried out."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    notes: tuple[str, ...] = ()
    """What was mended in reading it, where the server is to blame."""
    id: str = ""
    """Empty for a call that was printed as text."""

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={shown(value, 60)}" for name, value in [*self.arguments.items()][:8])
        return f"{self.tool[:60]}({inside})"

    @property
    def key(self) -> tuple[str, str]:
        """What makes two calls the same: the tool and its arguments in any order."""
        return self.tool, json.dumps(self.arguments, sort_keys=True, ensure_ascii=False)


def read_call(raw: ToolCall, tools: Iterable[Tool]) -> Call:
    """The call with its name freed of control tokens and its arguments parsed and checked against the schema."""
    offered = {tool.name: tool for tool in tools}
    name, notes = _read_name(raw.name, offered)
    if name not in offered:
        return Call(name, problem=f"there is no tool {shown(name, 60)}", notes=notes, id=raw.id)
    arguments, problem, found = read_arguments(raw.arguments, offered[name].parameters)
    problem = problem or schema_problem(arguments, offered[name].parameters)
    return Call(name, arguments, problem, (*notes, *found), raw.id)


def _read_name(raw: str, offered: Mapping[str, Tool]) -> tuple[str, tuple[str, ...]]:
    if raw in offered:
        return raw, ()
    # What a control token introduces belongs to the template: the name is the first piece between tokens.
    pieces = [piece.strip() for piece in _CONTROL.split(raw)]
    name = next((piece for piece in pieces if piece.removeprefix("functions.") in offered), "")
    if not name:
        return raw.strip(), ()
    notes = ("control tokens removed from the tool name",) if _CONTROL.search(raw) else ()
    return name.removeprefix("functions."), notes


def read_arguments(raw: object, schema: Mapping[str, Any]) -> tuple[dict[str, Any], str, tuple[str, ...]]:
    """The arguments of a call, what is wrong with them, and what was mended.

    Args:
        raw: JSON text; an object that a server has parsed already is taken as it is, no text at all as no arguments.
        schema: the tool's parameters; only where it wants an object, text is decoded once more.
    """
    notes: tuple[str, ...] = ()
    try:
        value = _decoded(raw)
        if isinstance(value, str):
            value, notes = _decoded(value), ("arguments were encoded twice",)
    except (ValueError, RecursionError) as error:
        return {}, f"arguments are not JSON ({error}): {shown(raw, 80)}", notes
    if not isinstance(value, Mapping):
        return {}, f"arguments are not an object: {shown(value, 80)}", notes
    return _objects_decoded(dict(value), schema, notes)


def _objects_decoded(
    arguments: dict[str, Any], schema: Mapping[str, Any], notes: tuple[str, ...]
) -> tuple[dict[str, Any], str, tuple[str, ...]]:
    for name, inner in schema.get("properties", {}).items():
        value = arguments.get(name)
        if inner.get("type") == "object" and isinstance(value, str):
            try:
                arguments[name] = _decoded(value)
            except (ValueError, RecursionError):
                return arguments, f"{name} must be an object", notes
            notes = (*notes, f"{name} was encoded twice")
    return arguments, "", notes


def _decoded(raw: object) -> Any:
    if raw is None:
        return {}
    if not isinstance(raw, str):
        return raw
    text = raw.strip()
    while (token := _CONTROL.search(text)) and token.end() == len(text):
        text = text[: token.start()].rstrip()
    value = json.loads(text, parse_constant=_no_constant, parse_float=_finite) if text else {}
    if _is_deeper(value, DEEPEST):
        raise ValueError(f"nested more than {DEEPEST} deep")
    return {} if value is None else value


def _is_deeper(value: Any, limit: int) -> bool:
    waiting = [(value, 1)]
    while waiting:
        current, depth = waiting.pop()
        if isinstance(current, dict | list):
            if depth > limit:
                return True
            inner = current.values() if isinstance(current, dict) else current
            waiting.extend((item, depth + 1) for item in inner)
    return False


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits} is no finite number")
    return value
