from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from crucibleforge.ask import ModelSpec
from crucibleforge.run import Engine
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import open_store
from crucibleforge.suite import load_suite
from crucibleforge.testing import ScriptedServer
from tests.tiny import ROOT, perfect_judge, perfect_model


@pytest.fixture(scope="session")
def sandboxes() -> Iterator[SandboxPool]:
    with SandboxPool(size=1) as pool:
        yield pool


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory, sandboxes: SandboxPool) -> Path:
    """A store in which a perfect model has answered everything and was judged, over real HTTP."""
    path = tmp_path_factory.mktemp("measured") / "store.db"
    asyncio.run(_measure(path, sandboxes))
    return path


async def _measure(path: Path, sandboxes: SandboxPool) -> None:
    with open_store(path) as store, store.writer("test") as writer:
        async with ScriptedServer(perfect_model()) as server, ScriptedServer(perfect_judge()) as judging:
            model = ModelSpec("able", server.base_url, "able-7b", endpoint="0123456789abcdef")
            judge = ModelSpec("fair", judging.base_url, "fair-30b")
            await Engine(load_suite(ROOT), store, writer, lambda _event: None).run([model], judge, sandboxes)
