"""A client of a scripted server, with waits that are noted instead of waited for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from crucibleforge.ask import ChatClient, ModelSpec, Secret
from crucibleforge.core.conversation import Message, Turn
from crucibleforge.testing import Behaviour, Reply, ScriptedServer, fixed

SPEC = ModelSpec(name="scripted", base_url="", served_id="scripted")
HELLO = (Message("user", "Hello?"),)


@dataclass
class Asked:
    """A server with replies in order (the last one repeats), and a client of it."""

    server: ScriptedServer
    client: ChatClient
    waits: list[float] = field(default_factory=list)

    async def complete(self, messages: Sequence[Message] = HELLO, **options: Any) -> Turn:
        return await self.client.complete(messages, **{"max_tokens": 64, "temperature": 0.0, **options})

    @property
    def bodies(self) -> list[Any]:
        return [request.json for request in self.server.requests]


@asynccontextmanager
async def asking(
    *replies: Reply, spec: ModelSpec = SPEC, key: str = "", silence_s: float = 5.0, server_key: str | None = None
) -> AsyncIterator[Asked]:
    async with asking_behaviour(
        fixed(*replies), spec=spec, key=key, silence_s=silence_s, server_key=server_key
    ) as asked:
        yield asked


@asynccontextmanager
async def asking_behaviour(
    behaviour: Behaviour,
    *,
    spec: ModelSpec = SPEC,
    key: str = "",
    silence_s: float = 5.0,
    server_key: str | None = None,
) -> AsyncIterator[Asked]:
    waits: list[float] = []

    async def note_wait(seconds: float) -> None:
        waits.append(seconds)

    async with ScriptedServer(behaviour, key=server_key) as server:
        client = ChatClient(
            replace(spec, base_url=server.base_url),
            Secret(key),
            silence_s=silence_s,
            largest_bytes=20_000_000,
            sleep=note_wait,
        )
        async with aclosing(client):
            yield Asked(server, client, waits)
