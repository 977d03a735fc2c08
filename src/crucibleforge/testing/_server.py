"""An OpenAI-compatible server on the loopback interface that answers as it is told."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Self

from aiohttp import web

from crucibleforge.core.conversation import Usage

from ._reply import Behaviour, Reply
from ._wire import completion, error_body, events


@dataclass(frozen=True, slots=True)
class Received:
    """One chat request as it arrived."""

    json: Mapping[str, Any]
    headers: Mapping[str, str]


class ScriptedServer:
    """Serves `/v1/chat/completions`, `/v1/models` and `/health`; usable once entered.

    Args:
        behaviour: request body -> reply; called on the server's event loop.
        models: ids that `/v1/models` lists. Any id is answered, as most local servers do.
        key: when given, requests without this bearer key get 401.
        port: 0 picks a free one.
        pages: JSON to answer at further paths, such as `/props`, or in place of `/v1/models`; it may change at any time.
    """

    def __init__(
        self,
        behaviour: Behaviour,
        *,
        models: Sequence[str] = ("scripted",),
        key: str | None = None,
        port: int = 0,
        pages: Mapping[str, Any] | None = None,
    ) -> None:
        self.requests: list[Received] = []
        """Chat requests in the order of their arrival, refused ones included."""
        self.base_url = ""
        self._behaviour = behaviour
        self._models = tuple(models)
        self._key = key
        self._port = port
        self._pages = {} if pages is None else pages
        self._words_before: list[str] = []
        self._runner: web.AppRunner | None = None
        self._stopping = asyncio.Event()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_get("/v1/models", self._list_models)
        app.router.add_get("/health", self._health)
        app.router.add_route("*", "/{path:.*}", self._page)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self.base_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/v1"
        return self

    async def __aexit__(self, *_exc: object) -> None:
        self._stopping.set()
        if self._runner is not None:
            await self._runner.cleanup()

    @classmethod
    @contextmanager
    def in_thread(
        cls,
        behaviour: Behaviour,
        *,
        models: Sequence[str] = ("scripted",),
        key: str | None = None,
        port: int = 0,
        pages: Mapping[str, Any] | None = None,
    ) -> Iterator[Self]:
        """The same server in a thread of its own, for callers without an event loop."""
        server = cls(behaviour, models=models, key=key, port=port, pages=pages)
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, name="scripted-server", daemon=True)
        thread.start()
        try:
            asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result()
            try:
                yield server
            finally:
                asyncio.run_coroutine_threadsafe(server.__aexit__(), loop).result()
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    async def _health(self, _request: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def _list_models(self, request: web.Request) -> web.Response:
        if not self._key_fits(request):
            return _refused("invalid API key", 401)
        if request.path in self._pages:
            return await self._page(request)
        return web.json_response(
            {"object": "list", "data": [{"id": name, "object": "model", "created": 0} for name in self._models]}
        )

    async def _page(self, request: web.Request) -> web.Response:
        if request.path not in self._pages:
            return _refused("not found", 404)
        return web.json_response(self._pages[request.path])

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        try:
            body = json.loads(await request.read())
        except ValueError:
            return _refused("the request body is not JSON", 400)
        self.requests.append(Received(body, dict(request.headers)))
        if not self._key_fits(request):
            return _refused("invalid API key", 401)
        reply = self._behaviour(body)
        usage = self._usage(body, reply)
        if reply.delay_s:
            await asyncio.sleep(reply.delay_s)
        return await self._send(request, reply, _chunks(body, reply, usage), streamed=bool(body.get("stream")))

    async def _send(
        self, request: web.Request, reply: Reply, chunks: Iterator[bytes], *, streamed: bool
    ) -> web.StreamResponse:
        faults = reply.faults
        response = web.StreamResponse(status=reply.status, headers=_headers(reply, streamed=streamed))
        if faults.cut_after == 0:
            _reset_connection(request)
            return response
        if reply.wire is not None:
            _send_bare(request, reply.wire)
            return response
        await response.prepare(request)
        for number, chunk in enumerate(chunks, start=1):
            if number - 1 == faults.hang_after:
                await self._stopping.wait()
                return response
            if reply.chunk_delay_s:
                await asyncio.sleep(reply.chunk_delay_s)
            await response.write(chunk)
            if number == faults.cut_after:
                _break_connection(request)
                return response
        await response.write_eof()
        return response

    def _key_fits(self, request: web.Request) -> bool:
        return self._key is None or request.headers.get("Authorization") == f"Bearer {self._key}"

    def _usage(self, body: Mapping[str, Any], reply: Reply) -> Usage:
        """The reply's own usage, or words counted as a server with one prompt cache would count tokens."""
        prompt = [*(body.get("tools") or ()), *(body.get("messages") or ())]
        words = json.dumps(prompt, ensure_ascii=False).replace("\\n", " ").split()
        cached = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, self._words_before, strict=False))
        )
        self._words_before = words
        if reply.usage is not None:
            return reply.usage
        return Usage(len(words), len((reply.text or "").split()) + len(reply.thinking.split()), cached)


def _chunks(body: Mapping[str, Any], reply: Reply, usage: Usage) -> Iterator[bytes]:
    model = reply.model or str(body.get("model", ""))
    if reply.body is not None:
        parts = (reply.body,) if isinstance(reply.body, str) else reply.body
        return (part.encode() if isinstance(part, str) else part for part in parts)
    if reply.status != 200:
        return iter([json.dumps(error_body(reply.text or "scripted error", reply.status)).encode()])
    if not body.get("stream"):
        return iter([json.dumps(completion(reply, model, usage), ensure_ascii=False).encode()])
    wants_usage = bool((body.get("stream_options") or {}).get("include_usage"))
    return events(reply, model, usage if wants_usage else None)


def _headers(reply: Reply, *, streamed: bool) -> dict[str, str]:
    kind = "text/event-stream" if streamed and reply.status == 200 else "application/json"
    return {"Content-Type": kind, **{name.title(): value for name, value in reply.headers.items()}}


def _refused(message: str, status: int) -> web.Response:
    return web.json_response(error_body(message, status), status=status)


def _break_connection(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def _reset_connection(request: web.Request) -> None:
    """Break it so that the other side gets an error instead of an orderly end."""
    if request.transport is not None:
        own = request.transport.get_extra_info("socket")
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()


def _send_bare(request: web.Request, pieces: tuple[bytes, ...]) -> None:
    if request.transport is not None:
        request.transport.writelines(pieces)
        request.transport.close()
