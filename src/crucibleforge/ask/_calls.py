"""Tool calls put together from the pieces in which servers send them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from crucibleforge.core.conversation import ToolCall

from ._sse import read_object
from ._values import mappings, text, whole


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Calls:
    """Takes the pieces of one reply's calls, and gives the calls."""

    _calls: list[_Call] = field(default_factory=list)
    _latest: dict[Any, _Call] = field(default_factory=dict)
    """The server's index of a call -> the call; a server may give one index to several calls."""

    def __bool__(self) -> bool:
        return bool(self._calls)

    def take(self, part: Mapping[str, Any]) -> bool:
        """Take in the pieces in one delta or message; says whether there were any."""
        pieces = _pieces_in(part)
        for position, piece in enumerate(pieces):
            self._take_piece(piece, position)
        return bool(pieces)

    def whole(self) -> Iterator[ToolCall]:
        """The calls with an id each, unique within the turn, so that every result finds its call."""
        taken: set[str] = set()
        for number, call in enumerate(self._calls, start=1):
            id_ = call.id if call.id and call.id not in taken else f"call_{number}"
            taken.add(id_)
            yield ToolCall(whole(call.name), whole(call.arguments), id_)

    def _take_piece(self, piece: Mapping[str, Any], position: int) -> None:
        function = piece.get("function")
        function = function if isinstance(function, Mapping) else {}
        new = _Call(text(piece.get("id")), text(function.get("name")), _arguments(function.get("arguments")))
        index = piece.get("index")
        key = index if isinstance(index, int) else ("unnumbered", position)
        call = self._latest.get(key)
        if not isinstance(index, int) and not new.name:
            call = next((known for known in self._calls if new.id and known.id == new.id), call)
        if call is None or _starts_another(call, new):
            self._calls.append(new)
            self._latest[key] = new
        elif not _repeats(call, new):
            call.id = call.id or new.id
            call.name += "" if new.name == call.name else new.name
            call.arguments += new.arguments


def _pieces_in(part: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The calls of a part, be they in a list, alone, or in the field of older APIs."""
    calls, old = part.get("tool_calls"), part.get("function_call")
    if not calls and isinstance(old, Mapping):
        calls = {"function": old}
    return list(mappings([calls] if isinstance(calls, Mapping) else calls))


def _starts_another(call: _Call, new: _Call) -> bool:
    """Whether a piece under a used index is a new call: some servers number every call 0, or name each by one id."""
    if not new.name:
        return False
    if new.id and call.id:
        return new.id != call.id or (bool(new.arguments) and _is_whole(call) and not _repeats(call, new))
    return bool(call.arguments) and (new.name != call.name or _is_whole(call))


def _repeats(call: _Call, new: _Call) -> bool:
    """Whether a piece is the whole call once more, as some servers end a stream."""
    same = (new.id, new.name) == (call.id, call.name)
    return same and _is_whole(new) and read_object(new.arguments) == read_object(call.arguments)


def _is_whole(call: _Call) -> bool:
    return read_object(call.arguments) is not None


def _arguments(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)
