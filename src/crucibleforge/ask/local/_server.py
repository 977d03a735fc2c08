"""The serving side: llama.cpp's own HTTP server, inside this process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ._catalogue import CONTEXT, Embedded

GENERATE_THREADS = 1
PROMPT_THREADS = 2
CACHE_MIB = 512
"""Host memory for saved prompts, so that several conversations in turn don't process theirs again."""


@contextmanager
def served(model: Embedded, weights: Path, port: int) -> Iterator[str]:
    """Load the model and serve it on loopback; gives the server's address once it can answer.

    Port 0 lets the system choose a free one.
    """
    # Before the import: threads that spin at barriers are tens of times slower once another process wants a core.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {model.served_id}
    params.hostnames, params.port = ["127.0.0.1"], port
    params.n_parallel, params.n_ctx = 1, CONTEXT
    params.cpuparams.n_threads = GENERATE_THREADS
    params.cpuparams_batch.n_threads = PROMPT_THREADS
    params.use_jinja = True
    params.swa_full = model.sliding_window
    params.cache_ram_mib = CACHE_MIB
    params.endpoint_metrics = params.endpoint_props = True
    params.ui = False
    params.verbosity = 1
    if model.template:
        params.chat_template = model.template
    if model.stop:
        params.antiprompt = list(model.stop)
    server = xllamacpp.Server(params)
    yield str(server.listening_address)
    del server
