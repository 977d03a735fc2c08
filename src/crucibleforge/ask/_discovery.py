"""Finds servers that already run on this machine, and what they serve."""

from __future__ import annotations

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from crucibleforge.core.errors import ProviderError

from ._spec import NO_KEY, Secret

PORTS: Mapping[int, str] = {11434: "Ollama", 1234: "LM Studio", 8080: "llama-server", 8000: "vLLM"}
"""The ports on which these servers listen unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server that answered."""

    engine: str
    """What usually listens on that port."""
    base_url: str
    ids: tuple[str, ...]


async def find_endpoints(ports: Mapping[int, str] = PORTS, *, timeout_s: float = 1.5) -> tuple[Endpoint, ...]:
    """The OpenAI-compatible servers on this machine, in the order of `ports`. What does not answer is left out."""
    async with asyncio.TaskGroup() as group:
        probes = [
            group.create_task(asyncio.to_thread(_probe, engine, port, timeout_s)) for port, engine in ports.items()
        ]
    return tuple(found for probe in probes if (found := probe.result()) is not None)


def served_ids(base_url: str, *, timeout_s: float = 5.0) -> tuple[str, ...]:
    """The model ids that an endpoint lists.

    Raises:
        ProviderError: when nothing there answers with a model list.
    """
    try:
        listing = json.loads(fetch(f"{base_url}/models", timeout_s))
    except urllib.error.HTTPError as error:
        error.close()
        raise _no_list(base_url, f"HTTP {error.code}", "access" if error.code in {401, 403} else "transport") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _no_list(base_url, _cause(error), "transport") from None
    return tuple(_ids(listing))


def _probe(engine: str, port: int, timeout_s: float) -> Endpoint | None:
    base_url = f"http://127.0.0.1:{port}/v1"
    try:
        return Endpoint(engine, base_url, served_ids(base_url, timeout_s=timeout_s))
    except ProviderError:
        return None


def fetch(url: str, timeout_s: float, *, key: Secret = NO_KEY, body: Mapping[str, Any] | None = None) -> bytes:
    """What an address answers to a GET, or to a POST with a body (blocking)."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key.value}"} if key.value else {})
    data = None if body is None else json.dumps(body).encode()
    near = urlsplit(url).hostname in {"127.0.0.1", "localhost", "::1"}
    proxies = urllib.request.ProxyHandler({} if near else None)
    request = urllib.request.Request(url, data, headers)  # noqa: S310 - http and https only, see split_address
    with urllib.request.build_opener(proxies).open(request, timeout=timeout_s) as response:
        return bytes(response.read(4_000_000))


def _ids(listing: Any) -> list[str]:
    entries = listing.get("data") if isinstance(listing, Mapping) else None
    ids = [entry.get("id") for entry in entries or [] if isinstance(entry, Mapping)]
    return [id_ for id_ in ids if isinstance(id_, str) and id_]


def _cause(error: Exception) -> str:
    """What the system says of it, where it says anything."""
    inner = error.reason if isinstance(error, urllib.error.URLError) else error
    return (inner.strerror if isinstance(inner, OSError) else "") or type(inner).__name__


def _no_list(base_url: str, what: str, reason: str) -> ProviderError:
    hint = f"is a server running there? name the model to skip the list: {base_url}#model-id"
    if reason == "access":
        hint = "this endpoint wants a key: give it an entry with key_env in models.yaml"
    return ProviderError(f"{base_url} has no model list to read ({what})", reason=reason, retryable=True, hint=hint)
