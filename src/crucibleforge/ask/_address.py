"""Addresses of OpenAI-compatible endpoints, as people type them."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from crucibleforge.core.errors import ConfigError


def split_address(text: str) -> tuple[str, str]:
    """Base URL and model id of `http://host:port[/v1][#model-id]`; the id is empty when none is given.

    Raises:
        ConfigError: for anything else, without repeating a password that may stand in it.
    """
    parts = urlsplit(text.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ConfigError(
            "expected an address such as http://127.0.0.1:8080/v1",
            hint="it starts with http:// or https:// and ends in the API's version",
        )
    try:
        parts.port  # noqa: B018 - it is read only here
    except ValueError:
        raise ConfigError(f"the address of {parts.hostname} has no port from 0 to 65535") from None
    if parts.username or parts.password or parts.query:
        raise ConfigError(
            f"the address of {parts.hostname} carries a user name, a password or a query",
            hint="put the key into an environment variable and name that with key_env in models.yaml",
        )
    return urlunsplit((parts.scheme, parts.netloc, _api_path(parts.path), "", "")), parts.fragment


def _api_path(path: str) -> str:
    path = path.rstrip("/").removesuffix("/chat/completions").removesuffix("/models")
    return path or "/v1"
