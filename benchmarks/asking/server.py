"""`python -m benchmarks.asking.server LENGTHS`: replies to question N after the N-th of these seconds.

The model `earlier` gets its replies at once, and is told token counts that fit those lengths.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from crucibleforge.core.conversation import Usage
from crucibleforge.testing import Behaviour, Reply, ScriptedServer

TOKENS_A_SECOND = 1000


def _by_number(lengths_s: Sequence[float]) -> Behaviour:
    def answer(request: Mapping[str, Any]) -> Reply:
        found = re.search(r"Question (\d+)\?", str(request["messages"]))
        assert found is not None
        length_s = lengths_s[int(found[1])]
        delay_s = 0.0 if request["model"] == "earlier" else length_s
        return Reply("An answer.", delay_s=delay_s, usage=Usage(10, max(1, round(length_s * TOKENS_A_SECOND))))

    return answer


async def _serve(lengths_s: Sequence[float]) -> None:
    async with ScriptedServer(_by_number(lengths_s)) as server:
        print(server.base_url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(json.loads(sys.argv[1])))
