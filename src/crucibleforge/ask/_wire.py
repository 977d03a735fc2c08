"""One HTTP exchange: a body goes out, a reply or a fault comes back, with every chunk as it was received."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

import aiohttp
import httpx2
import openai

from crucibleforge.core.clock import monotonic_s, now_utc
from crucibleforge.core.conversation import Timing

from ._faults import Fault, read_fault, read_retry_after, redirect_fault, transport_fault
from ._reception import Patience, Reception, read_body, unframed
from ._reply import Reply
from ._spec import ModelSpec, Secret

CONNECT_S = 15.0


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
        near = spec.base != "hosted"
        self._client = openai.AsyncOpenAI(
            base_url=spec.base_url,
            api_key=key.value or "none",
            max_retries=0,
            timeout=httpx2.Timeout(None, connect=CONNECT_S),
            http_client=openai.DefaultAioHttpClient(
                # A proxy from the environment has no business between this machine and its own server.
                trust_env=not near,
                # Where a redirect leads, nobody agreed to send a question and its key.
                follow_redirects=False,
                # Loading the machine's certificates takes a tenth of a second, which plain http has no use for.
                verify=True if spec.base_url.startswith("https") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
            ),
        )
        self._headers = _headers(near=near, has_key=bool(key.value))

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.close()

    async def exchange(self, body: Mapping[str, Any]) -> Exchange:
        """Send one request and read its reply to the end. Errors of the endpoint come back as faults."""
        reception = Reception(self._clock(), self._clock)
        try:
            async with asyncio.timeout(self._silence_s) as alarm:
                await self._receive(body, reception, alarm)
        except TimeoutError:
            self._broken(reception, f"silent for {self._silence_s:g} s", again=False)
        except openai.APIStatusError as error:
            self._refused(reception, error.response)
        except openai.APIConnectionError as error:
            self._broken(reception, f"no connection ({_kind(error)})", hint=self._where())
        except (httpx2.HTTPError, aiohttp.ClientError, OSError, UnicodeError) as error:
            # UnicodeError: what the libraries below raise for a status line that is no text.
            self._broken(reception, f"the connection broke ({_kind(error)})")
        result = reception.fault or reception.assembly.reply(self._spec.thinking)
        received = tuple(self._key.scrub(text) for text in reception.received)
        return Exchange(result, reception.timing(), received)

    async def _receive(self, body: Mapping[str, Any], reception: Reception, alarm: asyncio.Timeout) -> None:
        reader, patience = reception.reader, Patience(alarm, self._silence_s)
        rest = {name: value for name, value in body.items() if name not in {"model", "messages", "stream"}}
        async with self._client.chat.completions.with_streaming_response.create(
            model=body["model"],
            messages=cast(Any, body["messages"]),
            stream=True,
            extra_body=rest,
            extra_headers=self._headers,
        ) as response:
            left = self._largest_bytes
            async for chunk in response.iter_bytes():
                if (left := left - len(chunk)) < 0:
                    self._broken(reception, f"more than {self._largest_bytes / 1e6:.0f} MB came", again=False)
                    break
                alive = [reception.take(event, self._spec.key_env) for event in reader.feed(chunk)]
                patience.renew(reception.stage, alive=any(alive))
        for event in (*reader.end(), *unframed(reader, alone=not reception.received)):
            reception.take(event, self._spec.key_env)
        if not reception.received and reception.fault is None:
            page = " ".join(reader.stray)
            self._not_json(reception, page)

    def _refused(self, reception: Reception, response: httpx2.Response) -> None:
        text = self._key.scrub(response.text)
        body = read_body(text)
        on_a_line = " ".join(text.splitlines())
        reception.received.append(json.dumps({"not_json": text}, ensure_ascii=False) if body is text else on_a_line)
        if response.has_redirect_location:
            reception.fault = redirect_fault(response.status_code, response.headers["location"])
            return
        reception.fault = read_fault(
            response.status_code,
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

    def _where(self) -> str:
        return f"is a server running at {urlsplit(self._spec.base_url).netloc}?"


def _headers(*, near: bool, has_key: bool) -> dict[str, str | openai.Omit]:
    """What each request carries beside the library's own headers."""
    # Account headers that the library would take from the environment belong to another endpoint.
    headers: dict[str, str | openai.Omit] = {"OpenAI-Organization": openai.omit, "OpenAI-Project": openai.omit}
    if not has_key:
        headers["Authorization"] = openai.omit
    if near:
        # Some local servers promise to keep a connection and close it after a stream, so that the next request fails.
        headers["Connection"] = "close"
    return headers


def _kind(error: BaseException) -> str:
    """The kind of a network error at its root. Its words hold addresses, which have no place in a stored reason."""
    while error.__cause__ is not None:
        error = error.__cause__
    return type(error).__name__
