"""The door to a model: key read, server started where the model is embedded, all closed at the end."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import replace

from ._client import ChatClient
from ._learned import Learned
from ._spec import ModelSpec, read_key
from .local import serving


@asynccontextmanager
async def open_client(
    spec: ModelSpec, *, learned: Learned | None = None, environ: Mapping[str, str] = os.environ
) -> AsyncIterator[ChatClient]:
    """A client for the model; an embedded model's server runs for as long as the block does.

    Args:
        learned: what earlier runs learnt of the endpoint.

    Raises:
        ConfigError: naming the variable, when the model's key is not set, or a proxy or certificates cannot be used.
        ProviderError: when an embedded model's server does not come up.
    """
    key = read_key(spec, environ)
    async with AsyncExitStack() as stack:
        if spec.embedded:
            spec = replace(spec, base_url=await stack.enter_async_context(serving(spec.name)))
        yield await stack.enter_async_context(aclosing(ChatClient(spec, key, learned=learned)))
