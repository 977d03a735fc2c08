"""How one endpoint wants to be asked: the request's body, and what is left out once it was refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message
from crucibleforge.core.errors import shown

from ._faults import Fault
from ._reply import THINKING_FIELDS
from ._spec import ModelSpec

_OPTIONAL = ("temperature", "top_p", "seed", "response_format", "stream_options", *THINKING_FIELDS)
_LIMITS = ("max_tokens", "max_completion_tokens")
_REFUSED = re.compile(
    r"not (be )?(supported|permitted|allowed|recognized)|(does|do)(n't| not) support|unsupported|unrecognized"
    r"|unknown|unexpected|deprecated|only .{0,30}\ballowed|extra (inputs|fields)|may only be|must be 1\b",
    re.I,
)
SYSTEM_ROLE = "system role"
_SYSTEM_REFUSED = re.compile(
    r"(does not|doesn.t) support .{0,3}system\b|system role (is )?not|(system|developer) (instruction|message|prompt)s? (is|are) not"
    r"|only user.{0,30} roles are supported",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Question:
    """One request as the caller means it, before any endpoint's habits."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None
    tools: tuple[Tool, ...] = ()
    json_schema: Mapping[str, Any] | None = None
    seed: int | None = None


@dataclass(slots=True)
class Dialect:
    """Builds bodies for one endpoint and remembers, as long as it lives, what that endpoint refused."""

    spec: ModelSpec
    thinking_field: str = THINKING_FIELDS[0]
    """The field in which this endpoint last sent thinking; thinking goes back in the same one."""
    notes: list[str] = field(default_factory=list)
    """What every reply of this endpoint is to be read with: settings that it refused."""
    _refused: set[str] = field(default_factory=set)

    def body(self, question: Question) -> dict[str, Any]:
        """The request's JSON body."""
        body = {
            "model": self.spec.served_id,
            "messages": [self._message(message) for message in self._history(question)],
            "stream": True,
            "stream_options": {"include_usage": True},
            **self._sampling(question),
            **_asked_for(question),
        }
        for name, value in self.spec.extra_body.items():
            merge = isinstance(value, Mapping) and isinstance(body.get(name), Mapping)
            body[name] = {**body[name], **value} if merge else value
        return {name: value for name, value in body.items() if name not in self._refused}

    def learn(self, fault: Fault, body: Mapping[str, Any]) -> bool:
        """Whether the fault refuses a parameter of the body that can be left out from now on."""
        name = _refused_role(fault, body) or _refused_parameter(
            fault, body, (*_OPTIONAL, *_LIMITS, *self.spec.extra_body)
        )
        if not name:
            return False
        if name in self._refused:
            return True  # learned meanwhile, from another request's refusal
        if name in _LIMITS and self._refused & set(_LIMITS):
            return False  # a reply without any limit could run for hours
        self._refused.add(name)
        self.notes.append(self._note(name, body))
        return True

    def _note(self, name: str, body: Mapping[str, Any]) -> str:
        if name in _LIMITS:
            return f"{name}: sent as {self._limit_name} ({name} was refused)"
        if name == SYSTEM_ROLE:
            return f"{name}: sent as part of the user's message (refused)"
        if name in THINKING_FIELDS:
            return f"{name}: left out of the history (refused)"
        return f"{name}: server default ({shown(body[name], 60)} was refused)"

    @property
    def _limit_name(self) -> str:
        return next(name for name in _LIMITS if name not in self._refused)

    def _sampling(self, question: Question) -> dict[str, Any]:
        limit = min(question.max_tokens, self.spec.max_tokens or question.max_tokens)
        locked = self.spec.temperature
        options = {
            self._limit_name: limit,
            "temperature": question.temperature if locked is None else locked,
            "top_p": self.spec.top_p,
            "seed": question.seed,
        }
        return {name: value for name, value in options.items() if value is not None}

    def _history(self, question: Question) -> Sequence[Message]:
        return [*_without_system(question.messages)] if SYSTEM_ROLE in self._refused else question.messages

    def _message(self, message: Message) -> dict[str, Any]:
        wire: dict[str, Any] = {"role": message.role, "content": message.content}
        if message.tool_call_id:
            wire["tool_call_id"] = message.tool_call_id
        if message.tool_calls:
            wire["tool_calls"] = [
                {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
                for call in message.tool_calls
            ]
        send_back = self.spec.thinking.send_back and self.thinking_field not in self._refused
        if message.tool_calls and message.thinking and send_back:
            wire[self.thinking_field] = message.thinking
        return wire


def _asked_for(question: Question) -> dict[str, Any]:
    """Tools and the shape of the reply, where the caller wants them."""
    wanted: dict[str, Any] = {}
    if question.tools:
        wanted["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
            }
            for tool in question.tools
        ]
    if question.json_schema is not None:
        schema = {"name": "reply", "strict": True, "schema": dict(question.json_schema)}
        wanted["response_format"] = {"type": "json_schema", "json_schema": schema}
    return wanted


def _without_system(messages: Sequence[Message]) -> Iterator[Message]:
    """The same chat, with what a system message says at the head of the user's next one."""
    held = ""
    for message in messages:
        if message.role == "system":
            held += f"{message.content}\n\n"
        elif held and message.role == "user":
            yield replace(message, content=held + message.content)
            held = ""
        else:
            yield message
    if held:
        yield Message("user", held.rstrip("\n"))


def _refused_role(fault: Fault, body: Mapping[str, Any]) -> str:
    """SYSTEM_ROLE where the fault refuses it, and the body has it."""
    sent = any(message["role"] == "system" for message in body["messages"])
    refuses = fault.status in {400, 422, 500} and _SYSTEM_REFUSED.search(fault.message)
    return SYSTEM_ROLE if sent and refuses else ""


def _refused_parameter(fault: Fault, body: Mapping[str, Any], known: Sequence[str]) -> str:
    """The parameter of the body that a 400 or 422 refuses, by its own field or, failing that, by its words."""
    if fault.status not in {400, 422}:
        return ""
    sent = [name for name in known if name in body or _in_history(name, body)]
    refuses = bool(_REFUSED.search(fault.message))
    named = fault.param.split(".")[0]
    if named in sent and (refuses or named not in _LIMITS):
        return named
    words = set(re.findall(r"\w+", fault.message))
    return next((name for name in sent if name in words), "") if refuses else ""


def _in_history(name: str, body: Mapping[str, Any]) -> bool:
    return name in THINKING_FIELDS and any(name in message for message in body["messages"])
