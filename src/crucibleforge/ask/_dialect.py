"""How one endpoint wants to be asked and read: the request's body, what is left out once it was refused, where thinking is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message, Usage
from crucibleforge.core.errors import shown
from crucibleforge.core.finish import ending

from ._faults import Fault
from ._learned import SYSTEM_ROLE, Learned
from ._outcome import counted
from ._refusal import LIMITS, refused_parameter, refused_role
from ._reply import THINKING_FIELDS, Reply
from ._spec import ModelSpec

_AS_MANY = 0.8
"""Of the most prompt tokens ever counted; windows that cut a prompt don't count exactly the same each time."""


@dataclass(frozen=True, slots=True)
class Question:
    """One request as the caller means it, before any endpoint's habits."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None
    tools: tuple[Tool, ...] = ()
    json_schema: Mapping[str, Any] | None = None
    seed: int | None = None
    overrides: Mapping[str, Any] = field(default_factory=dict)
    """Options that count before the model's own."""


@dataclass(slots=True)
class Dialect:
    """Builds bodies for one endpoint, and learns from what that endpoint refuses and sends."""

    spec: ModelSpec
    learned: Learned = field(default_factory=Learned)
    """At first what earlier runs learnt."""
    _refused_now: set[str] = field(default_factory=set)
    """What was refused since this dialect began; the rest was only remembered."""
    _most_counted: int = 0
    """Of all prompts so far."""

    @property
    def notes(self) -> list[str]:
        """What every reply of this endpoint is to be read with: settings that it refused."""
        return list(self.learned.refused.values())

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
        for name, value in (*self.spec.extra_body.items(), *question.overrides.items()):
            merge = isinstance(value, Mapping) and isinstance(body.get(name), Mapping)
            body[name] = {**body[name], **value} if merge else value
        return {name: value for name, value in body.items() if name not in self._refused}

    def read(self, reply: Reply, *, may_think: bool = True) -> Reply:
        """The reply as this endpoint means it; what it shows of the endpoint is remembered.

        Where thinking came with a closing tag only, a reply that is cut off before any tag is thinking that was cut off,
        unless the model was kept from thinking.
        """
        self._most_counted = max(self._most_counted, counted(reply.usage))
        if may_think and self.learned.only_closed and not reply.thinking and ending(reply.finish) == "cut":
            reply = replace(reply, text="", thinking=reply.text)
        elif reply.thinking or reply.usage.reasoning_tokens:
            in_content = bool(reply.thinking) and not reply.thinking_field
            self.learned = replace(
                self.learned,
                thinks=True,
                thinking_field=reply.thinking_field or self.learned.thinking_field,
                tags=self.learned.tags or in_content,
                only_closed=reply.only_closed if in_content else self.learned.only_closed,
            )
        return reply

    def is_most_counted(self, usage: Usage) -> bool:
        """Whether about as many prompt tokens were counted as ever.

        A window that cuts prompts counts its own size each time; a server that leaves out of its count what it has
        cached names few tokens after many.
        """
        return counted(usage) >= _AS_MANY * self._most_counted

    def learn(self, fault: Fault, body: Mapping[str, Any]) -> bool:
        """Whether the fault refuses a parameter of the body that can be left out from now on."""
        name = refused_role(fault, body) or refused_parameter(fault, body, tuple(self.spec.extra_body))
        if not name:
            return False
        if name in self._refused:
            return True  # learned meanwhile, from another request's refusal
        kept = dict(self.learned.refused)
        if name in LIMITS and self._refused & set(LIMITS):
            if self._refused_now & set(LIMITS):
                return False  # a reply without any limit could run for hours
            kept.pop(_other_limit(name))  # what was remembered holds no longer
        self._refused_now.add(name)
        self.learned = replace(self.learned, refused={**kept, name: self._note(name, body)})
        return True

    @property
    def _refused(self) -> Set[str]:
        return self.learned.refused.keys()

    def _note(self, name: str, body: Mapping[str, Any]) -> str:
        if name in LIMITS:
            return f"{name}: sent as {_other_limit(name)} ({name} was refused)"
        if name == SYSTEM_ROLE:
            return f"{name}: sent as part of the user's message (refused)"
        if name in THINKING_FIELDS:
            return f"{name}: left out of the history (refused)"
        return f"{name}: server default ({shown(body[name], 60)} was refused)"

    @property
    def _limit_name(self) -> str:
        return next(name for name in LIMITS if name not in self._refused)

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
        thinking_field = self.learned.thinking_field or THINKING_FIELDS[0]
        send_back = self.spec.thinking.send_back and thinking_field not in self._refused
        if message.tool_calls and message.thinking and send_back:
            wire[thinking_field] = message.thinking
        return wire


def limit_in(body: Mapping[str, Any]) -> int:
    """The tokens that a body allows a reply."""
    return next(int(body[name]) for name in LIMITS if name in body)


def _other_limit(name: str) -> str:
    return next(other for other in LIMITS if other != name)


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
