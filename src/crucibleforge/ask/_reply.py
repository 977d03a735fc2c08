"""A reply put together from its chunks. Pure: bytes, time and network are elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from crucibleforge.core.conversation import ToolCall, Usage

from ._spec import Thinking
from ._sse import read_object
from ._thinking import split_thinking

THINKING_FIELDS = ("reasoning_content", "reasoning")


@dataclass(frozen=True, slots=True)
class Reply:
    """What one request brought, read but not yet judged."""

    text: str
    thinking: str
    tool_calls: tuple[ToolCall, ...]
    refusal: str
    finish: str
    """Empty when the server gave no finish reason."""
    usage: Usage
    model: str
    """The id that the server says it served."""
    thinking_field: str
    """The field in which thinking came; empty when it stood in the content or there was none."""


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Assembly:
    """Chunks go in one by one, in either form: `delta` of a stream or `message` of a whole answer."""

    _content: list[str] = field(default_factory=list)
    _thinking: list[str] = field(default_factory=list)
    _refusal: list[str] = field(default_factory=list)
    _calls: dict[int, _Call] = field(default_factory=dict)
    _latest: dict[Any, int] = field(default_factory=dict)
    """The server's index of a call -> our own; a server may give one index to several calls."""
    _finish: str = ""
    _usage: Mapping[str, Any] = field(default_factory=dict)
    _model: str = ""
    _thinking_field: str = ""

    def add(self, chunk: Mapping[str, Any]) -> bool:
        """Take one chunk in; says whether it carried any of the reply itself."""
        self._model = self._model or _text(chunk.get("model"))
        if isinstance(usage := chunk.get("usage"), Mapping):
            self._usage = usage
        carried = False
        for choice in _mappings(chunk.get("choices")):
            if choice.get("index") in (0, None):
                self._finish = _text(choice.get("finish_reason")) or self._finish
                part = choice.get("delta") or choice.get("message")
                carried |= isinstance(part, Mapping) and self._take(part)
        return carried

    @property
    def finished(self) -> bool:
        """Whether the server has said that the reply is complete."""
        return bool(self._finish)

    def reply(self, dialect: Thinking) -> Reply:
        """The reply as far as it came."""
        apart = _whole("".join(self._thinking))
        dialect = replace(dialect, opened=dialect.opened and not apart)
        inline, text = split_thinking(_whole("".join(self._content)), dialect)
        return Reply(
            text=text,
            thinking="\n\n".join(filter(None, (apart, inline))),
            tool_calls=tuple(_named(self._calls.values())),
            refusal=_whole("".join(self._refusal)),
            finish=self._finish,
            usage=read_usage(self._usage),
            model=self._model,
            thinking_field=self._thinking_field,
        )

    def _take(self, part: Mapping[str, Any]) -> bool:
        thinking, content = _parts(part.get("content"))
        for name in THINKING_FIELDS:
            if not thinking and (found := _text(part.get(name))):
                thinking, self._thinking_field = found, name
        refusal = _text(part.get("refusal"))
        self._content.append(content)
        self._thinking.append(thinking)
        self._refusal.append(refusal)
        calls = list(_mappings(part.get("tool_calls")))
        for position, call in enumerate(calls):
            self._take_call(call, position)
        return bool(content or thinking or refusal or calls)

    def _take_call(self, piece: Mapping[str, Any], position: int) -> None:
        function = piece.get("function")
        function = function if isinstance(function, Mapping) else {}
        id_, name = _text(piece.get("id")), _text(function.get("name"))
        index = piece.get("index")
        key = index if isinstance(index, int) else ("unnumbered", position)
        call = self._calls.get(self._latest.get(key, -1))
        if call is None or _starts_another(call, id_, name):
            call = self._calls[len(self._calls)] = _Call()
            self._latest[key] = len(self._calls) - 1
        call.id = call.id or id_
        call.name += "" if name == call.name else name
        call.arguments += _arguments(function.get("arguments"))


def read_usage(usage: Mapping[str, Any]) -> Usage:
    """Token counts; None wherever the server gave no count."""
    prompt, completion = usage.get("prompt_tokens_details"), usage.get("completion_tokens_details")
    return Usage(
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        cached_tokens=_count(prompt.get("cached_tokens")) if isinstance(prompt, Mapping) else None,
        reasoning_tokens=_count(completion.get("reasoning_tokens")) if isinstance(completion, Mapping) else None,
    )


def _parts(content: Any) -> tuple[str, str]:
    """Thinking and text of a content that is a string or a list of typed parts."""
    if isinstance(content, str):
        return "", content
    thinking, text = "", ""
    for part in _mappings(content):
        if (kind := part.get("type")) in {"thinking", "reasoning"}:
            inner = part.get("thinking", part.get("text"))
            thinking += inner if isinstance(inner, str) else "".join(_parts(inner))
        elif kind in {"text", "output_text", None}:
            text += _text(part.get("text"))
    return thinking, text


def _starts_another(call: _Call, id_: str, name: str) -> bool:
    """Whether a piece under a used index is a new call: some servers number every call 0."""
    if not name:
        return False
    if id_ and call.id:
        return id_ != call.id
    return bool(call.arguments) and (name != call.name or read_object(call.arguments) is not None)


def _named(calls: Any) -> Iterator[ToolCall]:
    """The calls with an id each, unique within the turn, so that every result finds its call."""
    taken: set[str] = set()
    for number, call in enumerate(calls, start=1):
        id_ = call.id if call.id and call.id not in taken else f"call_{number}"
        taken.add(id_)
        yield ToolCall(_whole(call.name), _whole(call.arguments), id_)


def _arguments(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, Mapping))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _whole(text: str) -> str:
    """The text with characters joined that a server cut in half between two chunks."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
