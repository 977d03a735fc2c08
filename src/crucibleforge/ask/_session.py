"""The HTTP connections to one endpoint: through which proxy, on whose certificates, with which headers."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

from crucibleforge.core.errors import ConfigError

from ._spec import ModelSpec, Secret

CONNECT_S = 15.0
KEPT_S = 4.0
"""How long an idle connection is kept; common servers close theirs after five seconds, without a word."""


@dataclass(slots=True)
class Trip:
    """Given to a request as its trace context, and told on the way what becomes of it."""

    on_kept_connection: bool = False
    """An earlier request was the first on its connection, which the server may have closed since."""


def open_session(spec: ModelSpec, key: Secret) -> aiohttp.ClientSession:
    """Connections to the model's endpoint; to be called on an event loop, and closed when done.

    Proxies and certificates are those that the environment names, by the variables that most programs share.
    Cookies are not kept.

    Raises:
        ConfigError: when the environment names a proxy or certificates that cannot be used.
    """
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_S, ssl=_certificates(spec.base_url)),
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S),
        headers=_headers(key),
        cookie_jar=aiohttp.DummyCookieJar(),
        # A proxy from the environment has no business between this machine and its own server.
        proxy=proxy_for(spec.base_url) if spec.base == "hosted" else None,
        trace_configs=[_telling()],
    )


def _telling() -> aiohttp.TraceConfig:
    async def tell(_session: aiohttp.ClientSession, context: Any, _connection: object) -> None:
        context.trace_request_ctx.on_kept_connection = True

    trace = aiohttp.TraceConfig()
    trace.on_connection_reuseconn.append(tell)
    return trace


def _headers(key: Secret) -> dict[str, str]:
    headers = {"Accept": "application/json", "User-Agent": f"crucibleforge/{version('crucibleforge')}"}
    if key.value:
        headers["Authorization"] = f"Bearer {key.value}"
    return headers


def _certificates(base_url: str) -> ssl.SSLContext | bool:
    """The authorities that a server's certificate is checked against."""
    if not base_url.startswith("https"):
        return True
    # Not at the top: what knows each system's certificates takes a tenth of a second, which plain http has no use for.
    import httpx2

    try:
        return httpx2.create_ssl_context()
    except OSError as error:
        raise ConfigError(
            f"the certificates that SSL_CERT_FILE or SSL_CERT_DIR names cannot be read ({type(error).__name__})",
            hint="it has to name a PEM file of certificates; unset, the machine's own are used",
        ) from None


def proxy_for(base_url: str) -> str | None:
    """The proxy for this address out of HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, or the system's settings."""
    address, proxies = urlsplit(base_url), getproxies()
    proxy = proxies.get(address.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(address.netloc):
        return None
    proxy = proxy if "://" in proxy else f"http://{proxy}"
    if urlsplit(proxy).scheme not in {"http", "https"}:
        raise ConfigError(
            f"the proxy that the environment names speaks {urlsplit(proxy).scheme}, which cannot be used",
            hint=f"name one that starts with http:// in {address.scheme.upper()}_PROXY, "
            f"or reach {address.hostname} without: NO_PROXY={address.hostname}",
        )
    return proxy
