"""No client at all: bytes on kept connections, to see what the server itself can do. URL, calls, calls at a time."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit


async def _answered(base_url: str, calls: int, ways: int) -> int:
    left = iter(range(calls))
    async with asyncio.TaskGroup() as group:
        lanes = [group.create_task(_lane(base_url, left)) for _ in range(ways)]
    return sum(lane.result() for lane in lanes)


async def _lane(base_url: str, left: Iterator[int]) -> int:
    address = urlsplit(base_url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    count = 0
    for number in left:
        body = json.dumps(
            {"model": "scripted", "messages": [{"role": "user", "content": f"Question {number}?"}], "stream": True}
        )
        head = f"POST {address.path}/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write((head + body).encode())
        reply = await reader.readuntil(b"\r\n0\r\n\r\n")
        count += b"[DONE]" in reply
    writer.close()
    return count


if __name__ == "__main__":
    print(asyncio.run(_answered(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
