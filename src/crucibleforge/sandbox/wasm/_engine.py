"""wasmtime, set up so that the same program costs the same fuel everywhere."""

from __future__ import annotations

import ctypes
from importlib.metadata import version

from wasmtime import Config, Engine, _ffi

from crucibleforge.sandbox._limits import WASM_STACK_BYTES

SETTINGS = f"fuel-nan-stack{WASM_STACK_BYTES >> 20}"
"""Names the configuration: code compiled under another one is of no use."""

THREAD_STACK_BYTES = WASM_STACK_BYTES + (32 << 20)
"""What the thread needs that runs guests."""


def wasmtime_version() -> str:
    """The version of the installed wasmtime."""
    return version("wasmtime")


def new_engine() -> Engine:
    """An engine that counts fuel, makes NaN one bit pattern, and gives guests a large stack."""
    config = Config()
    config.consume_fuel = True
    config.wasm_component_model = True
    config.cranelift_nan_canonicalization = True
    # The async stack bounds the wasm stack and has no Python setter.
    set_async_stack_size = _ffi.dll.wasmtime_config_async_stack_size_set
    set_async_stack_size.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    set_async_stack_size.restype = None
    set_async_stack_size(ctypes.cast(config.ptr(), ctypes.c_void_p), WASM_STACK_BYTES + (1 << 20))
    config.max_wasm_stack = WASM_STACK_BYTES
    return Engine(config)
