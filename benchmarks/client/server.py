"""`python -m benchmarks.client.server SECONDS WORDS`: a scripted server in a process of its own.

Each reply begins after that time and streams so many words one by one; 0 stands for a short reply in a few pieces.
"""

from __future__ import annotations

import asyncio
import sys

from crucibleforge.testing import Reply, ScriptedServer, fixed

TEXT = "Here is a short reply of the usual kind, in as many words as an answer to a plain question takes."


async def _serve(delay_s: float, words: int) -> None:
    reply = (
        Reply("word " * words, delay_s=delay_s, chunk_chars=5)
        if words
        else Reply(TEXT, delay_s=delay_s, chunk_chars=24)
    )
    async with ScriptedServer(fixed(reply)) as server:
        print(server.base_url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]), int(sys.argv[2])))
