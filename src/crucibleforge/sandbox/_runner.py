"""What runs the code of answers, by name."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import version
from typing import Literal, get_args

from ._pins import RUNNER_SHA256

Backend = Literal["wasm", "native"]
"""CPython in WebAssembly, everywhere; or this system's own Python behind the kernel's walls, on Linux."""
BACKENDS: tuple[Backend, ...] = get_args(Backend)
"""What one graded counts before what the next one did."""


@cache
def runner_id(backend: Backend = "wasm") -> str:
    """Results with different ids are not comparable in fuel, and programs may print something else."""
    if backend == "native":
        return f"native-{sys.implementation.name}-{sys.version.split()[0]}"
    return f"wasmtime-{version('wasmtime')}+{RUNNER_SHA256[:12]}"
