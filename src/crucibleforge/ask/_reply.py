"""A reply put together from its chunks. Pure: bytes, time and network are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from crucibleforge.core.conversation import ToolCall, Usage
from crucibleforge.core.finish import ending

from ._calls import Calls
from ._spec import Thinking
from ._thinking import ends_thinking, split_thinking
from ._values import count, mappings, whole
from ._values import text as text_of

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
    misplaced: bool = False
    """The text stood in the thinking field, behind the tag that closes the thinking."""
    only_closed: bool = False
    """The content had the closing tag of its thinking, and no opening one."""


@dataclass(slots=True)
class Assembly:
    """Chunks go in one by one, in either form: `delta` of a stream or `message` of a whole answer."""

    _content: list[str] = field(default_factory=list)
    _thinking: list[str] = field(default_factory=list)
    _refusal: list[str] = field(default_factory=list)
    _calls: Calls = field(default_factory=Calls)
    _finish: str = ""
    _usage: Mapping[str, Any] = field(default_factory=dict)
    _model: str = ""
    _thinking_field: str = ""
    _begun: bool = False

    def add(self, chunk: Mapping[str, Any]) -> bool:
        """Take one chunk in; says whether it carried any of the reply itself."""
        self._model = self._model or text_of(chunk.get("model"))
        self._take_usage(chunk)
        ours = (choice for choice in mappings(chunk.get("choices")) if choice.get("index") in (0, None))
        choice = next(ours, None)
        if choice is None:
            return False
        self._take_usage(choice)
        self._finish = text_of(choice.get("finish_reason")) or self._finish
        part = self._part(choice)
        carried = isinstance(part, Mapping) and self._take(part)
        self._begun |= carried
        return carried

    @property
    def finished(self) -> bool:
        """Whether the server has said that the reply is complete."""
        return bool(self._finish)

    def reply(self, dialect: Thinking) -> Reply:
        """The reply as far as it came."""
        apart, content = whole("".join(self._thinking)), whole("".join(self._content))
        inline, text = split_thinking(content, replace(dialect, opened=dialect.opened and not apart))
        misplaced = not text.strip() and not self._calls and self._holds_answer(apart, dialect)
        if misplaced:
            apart, text = split_thinking(apart, dialect)
        return Reply(
            text=text,
            thinking="\n\n".join(filter(None, (apart, inline))),
            misplaced=misplaced,
            only_closed=bool(inline) and ends_thinking(content, dialect),
            tool_calls=tuple(self._calls.whole()),
            refusal=whole("".join(self._refusal)),
            finish=self._finish,
            usage=read_usage(self._usage),
            model=self._model,
            thinking_field=self._thinking_field,
        )

    def _holds_answer(self, thinking: str, dialect: Thinking) -> bool:
        """Whether a server swallowed a finished answer; what was cut off is never taken for one."""
        return ending(self._finish) == "whole" and ends_thinking(thinking, dialect)

    def _part(self, choice: Mapping[str, Any]) -> Any:
        """What a choice brings; a message beside a delta only repeats what the deltas brought before."""
        delta, message = choice.get("delta"), choice.get("message")
        return delta if delta or (isinstance(delta, Mapping) and self._begun) else message

    def _take_usage(self, holder: Mapping[str, Any]) -> None:
        if isinstance(usage := holder.get("usage"), Mapping) and usage:
            self._usage = usage

    def _take(self, part: Mapping[str, Any]) -> bool:
        thinking, content = _parts(part.get("content"))
        for name in THINKING_FIELDS:
            if not thinking and (found := text_of(part.get(name))):
                thinking, self._thinking_field = found, name
        refusal = text_of(part.get("refusal"))
        self._content.append(content)
        self._thinking.append(thinking)
        self._refusal.append(refusal)
        calls = self._calls.take(part)
        return bool(content or thinking or refusal or calls)


def read_usage(usage: Mapping[str, Any]) -> Usage:
    """Token counts; None wherever the server gave no count. Thinking is part of the completion, also where it is counted apart."""
    of_prompt, of_completion = usage.get("prompt_tokens_details"), usage.get("completion_tokens_details")
    prompt, completion = count(usage.get("prompt_tokens")), count(usage.get("completion_tokens"))
    reasoning = count(of_completion.get("reasoning_tokens")) if isinstance(of_completion, Mapping) else None
    if prompt is not None and completion is not None and reasoning:
        is_apart = count(usage.get("total_tokens")) == prompt + completion + reasoning
        completion += reasoning if is_apart else 0
    return Usage(
        prompt_tokens=prompt,
        completion_tokens=completion,
        cached_tokens=count(of_prompt.get("cached_tokens")) if isinstance(of_prompt, Mapping) else None,
        reasoning_tokens=reasoning,
    )


def _parts(content: Any) -> tuple[str, str]:
    """Thinking and text of a content that is a string, a typed part or a list of both."""
    if isinstance(content, str):
        return "", content
    thinking, text = "", ""
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            text += part
        elif not isinstance(part, Mapping):
            continue
        elif (kind := part.get("type")) in {"thinking", "reasoning"}:
            inner = part.get("thinking", part.get("text"))
            thinking += inner if isinstance(inner, str) else "".join(_parts(inner))
        elif kind in {"text", "output_text", None}:
            text += text_of(part.get("text"))
    return thinking, text
