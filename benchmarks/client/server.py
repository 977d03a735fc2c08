"""`python -m benchmarks.client.server SECONDS`: a scripted server in a process of its own, each reply after that time."""

from __future__ import annotations

import asyncio
import sys

from crucibleforge.testing import Reply, ScriptedServer, fixed

TEXT = "Here is a short reply of the usual kind, in as many words as an answer to a plain question takes."


async def _serve(delay_s: float) -> None:
    async with ScriptedServer(fixed(Reply(TEXT, delay_s=delay_s, chunk_chars=24))) as server:
        print(server.base_url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1])))
