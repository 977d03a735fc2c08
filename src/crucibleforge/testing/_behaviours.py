"""Ready-made behaviours of a model under test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain, repeat
from typing import Any

from ._reply import Behaviour, Reply

Script = Mapping[str, Reply | str] | Callable[[str], Reply | str]


def fixed(*replies: Reply | str) -> Behaviour:
    """Serves the replies in order and goes on with the last one."""
    if not replies:
        raise ValueError("fixed() needs at least one reply")
    queue = chain(replies, repeat(replies[-1]))
    return lambda _request: _as_reply(next(queue))


def by_prompt(script: Script, *, default: Reply | str = "") -> Behaviour:
    """Chooses by the request's last message: the longest key that it contains, or what a callable says."""
    choose = script if callable(script) else _longest_key(script, default)
    return lambda request: _as_reply(choose(last_text(request)))


def by_model(behaviours: Mapping[str, Behaviour]) -> Behaviour:
    """Several models behind one address: chooses by the id asked for, and knows no other (404)."""

    def answer(request: Mapping[str, Any]) -> Reply:
        name = str(request.get("model", ""))
        chosen = behaviours.get(name)
        return chosen(request) if chosen else Reply(f"model {name!r} not found", status=404)

    return answer


def echo(request: Mapping[str, Any]) -> Reply:
    """Repeats the request's last message."""
    return Reply(last_text(request))


def last_text(request: Mapping[str, Any]) -> str:
    """The text of the request's last message."""
    messages = request.get("messages") or [{}]
    return message_text(messages[-1])


def message_text(message: Mapping[str, Any]) -> str:
    """A message's text, whether it came as a string or in parts."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content)


def _longest_key(script: Mapping[str, Reply | str], default: Reply | str) -> Callable[[str], Reply | str]:
    keys = sorted(script, key=len, reverse=True)
    return lambda text: next((script[key] for key in keys if key in text), default)


def _as_reply(reply: Reply | str) -> Reply:
    return reply if isinstance(reply, Reply) else Reply(reply)
