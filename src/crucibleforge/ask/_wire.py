"""One HTTP exchange: a body goes out, a reply or a fault comes back, with every chunk as it was received."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from crucibleforge.core.clock import monotonic_s, now_utc
from crucibleforge.core.conversation import Timing

from ._faults import Fault, read_fault, read_retry_after, redirect_fault, transport_fault
from ._reception import Patience, Reception, read_body, unframed
from ._reply import Reply
from ._session import Trip, open_session
from ._spec import ModelSpec, Secret

_REDIRECTS = {301, 302, 303, 307, 308}
_UNREACHED = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.ClientHttpProxyError)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one request brought."""

    result: Reply | Fault
    timing: Timing
    received: tuple[str, ...]
    """JSON texts in the order of arrival; what was no JSON stands in `{"not_json": …}`."""


class Wire:
    """The HTTP side of one endpoint. Close it when done."""

    def __init__(
        self,
        spec: ModelSpec,
        key: Secret,
        *,
        silence_s: float,
        largest_bytes: int,
        clock: Callable[[], float] = monotonic_s,
    ) -> None:
        self._spec = spec
        self._key = key
        self._silence_s = silence_s
        self._largest_bytes = largest_bytes
        self._clock = clock
        self._url = f"{spec.base_url}/chat/completions"
        self._session = open_session(spec, key)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._session.close()

    async def exchange(self, body: Mapping[str, Any]) -> Exchange:
        """Send one request and read its reply to the end. Errors of the endpoint come back as faults."""
        reception = Reception(self._clock(), self._clock)
        try:
            async with asyncio.timeout(self._silence_s) as alarm:
                await self._send(body, reception, Patience(alarm, self._silence_s))
        except _UNREACHED as error:
            self._broken(reception, f"no connection ({_kind(error)})", hint=self._advice(error))
        except TimeoutError:
            self._broken(reception, f"silent for {self._silence_s:g} s", again=False)
        except (aiohttp.ClientError, OSError) as error:
            self._broken(reception, f"the connection broke ({_kind(error)})")
        result = reception.fault or reception.assembly.reply(self._spec.thinking)
        received = tuple(self._key.scrub(text) for text in reception.received)
        return Exchange(result, reception.timing(), received)

    async def _send(self, body: Mapping[str, Any], reception: Reception, patience: Patience) -> None:
        async with await self._post(body) as response:
            if 200 <= response.status < 300:
                await self._receive(response, reception, patience)
            else:
                await self._refused(response, reception)

    async def _post(self, body: Mapping[str, Any]) -> aiohttp.ClientResponse:
        """The head of the reply, over a connection that the server has not closed since its last reply.

        Some servers promise to keep a connection and close it after a stream. Each try uses one up, so that the last
        one has a connection of its own.
        """
        while True:
            trip = Trip()
            try:
                # Where a redirect leads, nobody agreed to send a question and its key.
                return await self._session.post(self._url, json=body, allow_redirects=False, trace_request_ctx=trip)
            except aiohttp.ClientConnectionError:
                if not trip.on_kept_connection:
                    raise

    async def _receive(self, response: aiohttp.ClientResponse, reception: Reception, patience: Patience) -> None:
        reader = reception.reader
        async for chunk in self._chunks(response, reception):
            alive = [reception.take(event, self._spec.key_env) for event in reader.feed(chunk)]
            patience.renew(reception.stage, alive=any(alive))
        for event in (*reader.end(), *unframed(reader, alone=not reception.received)):
            reception.take(event, self._spec.key_env)
        if not reception.received and reception.fault is None:
            page = " ".join(reader.stray)
            self._not_json(reception, page)

    async def _chunks(self, response: aiohttp.ClientResponse, reception: Reception) -> AsyncIterator[bytes]:
        """The body as it comes, up to the most that is read of any."""
        left = self._largest_bytes
        async for chunk in response.content.iter_any():
            if (left := left - len(chunk)) < 0:
                self._broken(reception, f"more than {self._largest_bytes / 1e6:.0f} MB came", again=False)
                return
            yield chunk

    async def _refused(self, response: aiohttp.ClientResponse, reception: Reception) -> None:
        page = b"".join([chunk async for chunk in self._chunks(response, reception)])
        text = self._key.scrub(_decoded(page, response.charset))
        body = read_body(text)
        on_a_line = " ".join(text.splitlines())
        reception.received.append(json.dumps({"not_json": text}, ensure_ascii=False) if body is text else on_a_line)
        if response.status in _REDIRECTS and "location" in response.headers:
            reception.fault = redirect_fault(response.status, response.headers["location"])
            return
        reception.fault = read_fault(
            response.status,
            body,
            key_env=self._spec.key_env,
            retry_after_s=read_retry_after(response.headers, now_utc()),
        )

    def _not_json(self, reception: Reception, page: str) -> None:
        if page:
            reception.received.append(json.dumps({"not_json": page}, ensure_ascii=False))
        what = "a page that is not JSON" if page else "nothing at all"
        reception.fault = transport_fault(f"the endpoint answered 200 with {what}")

    def _broken(self, reception: Reception, message: str, *, again: bool = True, hint: str = "") -> None:
        """Note a broken connection, unless the reply was already whole."""
        if reception.stage == "flowing":
            reception.fault = reception.fault or transport_fault(message, again=again, hint=hint)

    def _advice(self, error: BaseException) -> str:
        where = urlsplit(self._spec.base_url).netloc
        if isinstance(error, aiohttp.ClientConnectorCertificateError):
            return f"no authority that is trusted here vouches for {where}: name your own one's file in SSL_CERT_FILE"
        if isinstance(error, aiohttp.ClientHttpProxyError):
            return f"the proxy refused to connect to {where} (HTTP {error.status})"
        return f"is a server running at {where}?"


def _decoded(page: bytes, charset: str | None) -> str:
    try:
        return page.decode(charset or "utf-8", "replace")
    except (LookupError, UnicodeError):
        return page.decode("utf-8", "replace")


def _kind(error: BaseException) -> str:
    """The kind of a network error at its root. Its words hold addresses, which have no place in a stored reason."""
    while error.__cause__ is not None:
        error = error.__cause__
    return type(error).__name__
