"""Servers that spoil what reaches a model that would pass, and count what they let through."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from crucibleforge.ask import ChatClient, ModelSpec
from crucibleforge.ask.setup import check_setup
from crucibleforge.core.conversation import Usage
from crucibleforge.core.setup import SetupCheck
from crucibleforge.testing import Behaviour, Reply, ScriptedServer, attentive, fixed

WINDOW_TOKENS = 2000
ABLE = attentive(fixed("A scripted reply."))
"""Passes every check."""
SPEC = ModelSpec("able", "", "scripted", concurrency=1)

Request = Mapping[str, Any]
Messages = Sequence[Mapping[str, Any]]


def reached_by(edit: Callable[[Request], Request], model: Behaviour = ABLE, *, counts: bool = True) -> Behaviour:
    """A server that passes on what `edit` leaves of a request, and counts the tokens of that, if it counts."""

    def answer(request: Request) -> Reply:
        left = edit(request)
        reply = model(left)
        counted = len(json.dumps([left["messages"], left.get("tools")], ensure_ascii=False)) // 4
        written = len((reply.text or "").split())
        return replace(reply, usage=Usage(counted, written), faults=replace(reply.faults, no_usage=not counts))

    return answer


def with_messages(edit: Callable[[Messages], Messages]) -> Callable[[Request], Request]:
    """Spoils the messages only."""
    return lambda request: {**request, "messages": edit(request["messages"])}


no_system = with_messages(lambda messages: [message for message in messages if message["role"] != "system"])
only_last = with_messages(lambda messages: messages[-1:])
no_tools: Callable[[Request], Request] = lambda request: {**request, "tools": []}  # noqa: E731


def head_cut(chars: int) -> Callable[[Request], Request]:
    """Keeps only the last characters of each message."""
    return with_messages(lambda messages: [{**one, "content": (one["content"] or "")[-chars:]} for one in messages])


def says_instead(spoil: Callable[[Reply], Reply], model: Behaviour = ABLE) -> Behaviour:
    """A server that spoils what the model said."""
    return lambda request: spoil(model(request))


async def checks_of(behaviour: Behaviour, spec: ModelSpec = SPEC, **options: Any) -> dict[str, SetupCheck]:
    """The results against a server, by name."""

    async def no_wait(_seconds: float) -> None:
        pass

    async with ScriptedServer(behaviour) as server:
        client = ChatClient(replace(spec, base_url=server.base_url), sleep=no_wait)
        async with aclosing(client):
            checks = await check_setup(client, options.pop("window_tokens", WINDOW_TOKENS), **options)
    return {check.name: check for check in checks}
