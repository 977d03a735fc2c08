"""Calls that a model printed as text instead of making them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import re2

from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import ToolCall

from ._calls import Call, read_call
from ._loose_json import arguments_json, bracket_end

NOTE = "the call was printed as text"
MOST_TRIES = 200
"""How many places of a reply are looked at; the bound keeps the work linear."""
_NAME_KEYS = ("name", "tool", "tool_name", "function", "function_name", "action")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "input", "action_input")
_OBJECT = re2.compile(r'\{\s*"')
_QUOTED_LINE = re2.compile(r"(?m)^[ \t]*>.*$")
_BEFORE = re2.compile(
    r"[ \t]*(?:[-*][ \t]+|[0-9]+[.)][ \t]+|`+(?:json|python|tool_code)?[ \t]*|\[TOOL_CALLS\][ \t]*|<[^<>\n]*>[ \t]*)*\[?(?:print\()?[ \t]*"
)
_AFTER = re2.compile(r"[ \t]*[\])]?[`.,;]*[ \t]*(?:<[^<>\n]*>[ \t]*)*(?:\n|$)")
_DECODER = json.JSONDecoder()

Found = tuple[int, ToolCall]
"""Where a call begins, and the call."""


def printed_calls(text: str, tools: Iterable[Tool]) -> tuple[Call, ...]:
    """The calls of the offered tools that stand in a reply's text, in order.

    Known are JSON objects with a name and arguments, alone or in a list, fence or tag, and `name({…})` or
    `name(key=value)` on lines of their own. What a sentence or a quoted line mentions is no call.
    """
    offered = {tool.name: tool for tool in tools}
    text = _QUOTED_LINE.sub("", text.encode("utf-8", "replace").decode())
    found = sorted([*_objects(text, offered), *_statements(text, offered)], key=lambda found: found[0])
    calls = (read_call(raw, offered.values()) for _, raw in found)
    return tuple(replace(call, notes=(NOTE, *call.notes)) for call in calls)


def _objects(text: str, offered: Mapping[str, Tool]) -> Iterator[Found]:
    at = 0
    for opening in islice(_OBJECT.finditer(text), MOST_TRIES):
        start = opening.start()
        if start < at:
            continue
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        follows = at > 0 and text[at:start].strip() == ","
        at = end
        if follows or _stands_alone(text, start, end):
            yield from ((start, call) for call in _calls_of(value, offered))


def _calls_of(value: Any, offered: Mapping[str, Tool]) -> Iterator[ToolCall]:
    """The calls that an object stands for: itself, or what its `tool_calls` or `function` holds."""
    if not isinstance(value, dict):
        return
    if isinstance(value.get("tool_calls"), list):
        for inner in value["tool_calls"]:
            yield from _calls_of(inner, offered)
        return
    if isinstance(value.get("function"), dict):
        yield from _calls_of(value["function"], offered)
        return
    names = (value.get(key) for key in _NAME_KEYS)
    name = next((name for name in names if isinstance(name, str) and name in offered), None)
    arguments = next((value[key] for key in _ARGUMENT_KEYS if key in value), None)
    if name is not None and arguments is not None:
        yield ToolCall(name, arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False))


def _statements(text: str, offered: Mapping[str, Tool]) -> Iterator[Found]:
    """Calls in the shape of a program's, each alone on its lines or in a list."""
    names = "|".join(re2.escape(name) for name in sorted(offered, key=len, reverse=True))
    if not names:
        return
    at = 0
    for opening in islice(re2.finditer(rf"\b(?:functions\.|default_api\.)?({names})\(", text), MOST_TRIES):
        end = bracket_end(text, opening.end() - 1)
        if opening.start() < at or end is None:
            continue
        follows = text[at : opening.start()].strip() == "," and at > 0
        if follows or _begins_line(text, opening.start()):
            ends = _AFTER.match(text[end : end + 200]) is not None or text[end : end + 1] == ","
            if ends:
                at = end
                yield opening.start(), ToolCall(opening.group(1), arguments_json(text[opening.end() : end - 1]))


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether an object begins or ends its line: one in the middle of a sentence is only talked about."""
    return _begins_line(text, start) or _AFTER.match(text[end : end + 200]) is not None


def _begins_line(text: str, start: int) -> bool:
    line = text[max(text.rfind("\n", 0, start) + 1, start - 300) : start]
    return _BEFORE.fullmatch(line) is not None
