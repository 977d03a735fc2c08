"""The asking side: runs an embedded model's server as a child process for as long as it is needed."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO

from crucibleforge.core.errors import ProviderError

log = logging.getLogger(__name__)

START_S = 600.0
"""Joining and loading the largest embedded model takes seconds, on a busy machine or a slow disk minutes."""
STOP_S = 5.0
_TAIL_LINES = 8


@asynccontextmanager
async def serving(name: str, *, start_s: float = START_S) -> AsyncIterator[str]:
    """Start the model's server on a free loopback port; gives its base URL, stops it at the end.

    The child dies with this process, however that ends: it watches the pipe that is its standard input.

    Raises:
        ProviderError: with the child's last lines, when it does not come up.
    """
    with tempfile.TemporaryFile() as output:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "crucibleforge.ask.local", name, "--with-parent"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=output,
            start_new_session=True,  # Ctrl-C is for this process, which may want to finish its reply first
        )
        try:
            base_url = await _ready(name, child, output, start_s)
            log.info("embedded.ready model=%s pid=%d", name, child.pid)
            yield base_url
        finally:
            await _stop(child)


async def _ready(name: str, child: asyncio.subprocess.Process, output: IO[bytes], start_s: float) -> str:
    assert child.stdout is not None
    try:
        async with asyncio.timeout(start_s):
            async for line in child.stdout:
                if line.startswith(b"READY "):
                    return line.decode().split()[1]
            await child.wait()
            what = f"ended with code {child.returncode}"
    except TimeoutError:
        what = f"was not ready within {start_s:g} s"
    raise ProviderError(
        f"the server of {name} {what}: {_tail(output)}",
        reason="transport",
        retryable=False,
        hint=f"try it alone: {sys.executable} -m crucibleforge.ask.local {name}",
    )


async def _stop(child: asyncio.subprocess.Process) -> None:
    """Ask the child to end by closing its standard input, and end it when it does not."""
    assert child.stdin is not None
    child.stdin.close()
    try:
        async with asyncio.timeout(STOP_S):
            await child.communicate()
    except TimeoutError:
        child.kill()
        await child.communicate()


def _tail(output: IO[bytes]) -> str:
    output.seek(0)
    lines = output.read().decode("utf-8", "replace").strip().splitlines()
    return " / ".join(lines[-_TAIL_LINES:]) or "it said nothing"
