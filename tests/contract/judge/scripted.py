from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from crucibleforge.ask import ChatClient, ModelSpec
from crucibleforge.testing import Behaviour, ScriptedServer


@dataclass(frozen=True, slots=True)
class Judge:
    """A scripted judge behind real HTTP, and the client that asks it."""

    server: ScriptedServer
    client: ChatClient

    @property
    def bodies(self) -> list[Any]:
        return [request.json for request in self.server.requests]

    @property
    def prompts(self) -> list[str]:
        return [body["messages"][-1]["content"] for body in self.bodies]


@asynccontextmanager
async def judging(behaviour: Behaviour) -> AsyncIterator[Judge]:
    """A judge that behaves so, asked without any back-off."""
    async with ScriptedServer(behaviour, models=("judge",)) as server:
        spec = ModelSpec("judge", server.base_url, "judge")
        async with aclosing(ChatClient(spec, silence_s=5.0, sleep=_no_wait)) as client:
            yield Judge(server, client)


async def _no_wait(_seconds: float) -> None:
    """Back-off that takes no time."""
