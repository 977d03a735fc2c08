import asyncio
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from crucibleforge.ask import Registry, converse, fixed_script, open_client
from crucibleforge.ask.local import serving
from crucibleforge.ask.setup import check_setup
from crucibleforge.core.case import Budget
from crucibleforge.core.conversation import Outcome
from crucibleforge.core.errors import ProviderError
from crucibleforge.core.setup import SetupState

NAME = "local/smollm2-135m"
PARENT = f"""
import asyncio
from crucibleforge.ask.local import serving

async def main():
    async with serving({NAME!r}) as base_url:
        print(base_url, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


def _listens(base_url: str) -> bool:
    port = int(base_url.split(":")[2].split("/")[0])
    with socket.socket() as probe:
        probe.settimeout(1.0)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _goes_silent(base_url: str, within_s: float = 10.0) -> bool:
    deadline = time.monotonic() + within_s
    while _listens(base_url) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not _listens(base_url)


@pytest.mark.local_model
async def test_an_embedded_model_answers_and_its_server_ends_with_the_block() -> None:
    spec = Registry().resolve(NAME)
    async with open_client(spec) as client:
        base_url = client.spec.base_url
        turns = await converse(
            client,
            fixed_script("You are a helpful assistant.", ["What is the capital of France?", "Say it again."]),
            budget=Budget(24, 60.0),
            on_turn=lambda _number, _turn: None,
        )
    assert [turn.outcome for turn in turns] == [Outcome.ANSWERED, Outcome.ANSWERED]
    assert "Paris" in turns[0].text
    assert turns[0].usage.completion_tokens
    assert "answered by" not in turns[0].note
    assert await asyncio.to_thread(_goes_silent, base_url)


@pytest.mark.local_model
async def test_a_small_model_well_served_is_told_of_its_weaknesses_only() -> None:
    async with open_client(Registry().resolve(NAME)) as client:
        checks = {check.name: check for check in await check_setup(client, window_tokens=500)}
    assert not any(check.makes_provisional for check in checks.values()), checks
    passed = {name for name, check in checks.items() if check.state is SetupState.PASSED}
    assert {"completion", "served model", "long reply", "memory"} <= passed
    assert checks["tools"].learned == {"tools": "dropped by the template"}


@pytest.mark.local_model
def test_killing_the_parent_ends_the_server() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        base_url = parent.stdout.readline().strip()
        assert _listens(base_url)
        os.kill(parent.pid, signal.SIGKILL)
    assert _goes_silent(base_url)


async def test_a_server_that_cannot_start_says_why() -> None:
    with pytest.raises(ProviderError, match="invalid choice") as caught:
        async with serving("local/no-such-model"):
            pass
    assert caught.value.reason == "transport"
