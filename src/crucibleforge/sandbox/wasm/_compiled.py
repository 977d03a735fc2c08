"""Turns the shipped runner into machine code, once a machine.

The compiled file's name ends in the hash of its content, so one rename publishes it whole, two processes can't mix
theirs, and damage shows: wasmtime trusts such a file blindly, so it is never loaded without that look.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wasmtime import Engine, WasmtimeError
from wasmtime.component import Component

from ._engine import SETTINGS, wasmtime_version

if sys.platform != "win32":
    import fcntl

_KEPT_UNUSED_S = 30 * 24 * 3600.0


class WrongRunner(Exception):
    """The shipped file is not the pinned one."""


def load_runner(
    engine: Engine, packed: Path, sha256: str, cache: Path, *, compile_apart: Callable[[], None]
) -> Component:
    """The runner as machine code, from the cache where it holds a sound copy.

    Args:
        compile_apart: has another process call `compile_runner`; should it fail, it is done here.

    Raises:
        WrongRunner: the file at `packed` does not unpack to content with this hash.
        OSError: the cache cannot be written.
    """
    cached = _cached(engine, cache, _stem(sha256))
    if cached is not None:
        return cached
    cache.mkdir(parents=True, exist_ok=True)
    with _one_at_a_time(cache / "compiling.lock"):
        cached = _cached(engine, cache, _stem(sha256))  # another process may have been faster
        if cached is None:
            compile_apart()
            cached = _cached(engine, cache, _stem(sha256))
        return cached or compile_runner(engine, packed, sha256, cache)


def compile_runner(engine: Engine, packed: Path, sha256: str, cache: Path) -> Component:
    """Compiles the runner and leaves a copy in the cache; raises as `load_runner`."""
    component = Component(engine, unpack(packed, sha256))
    _publish(cache, _stem(sha256), component.serialize())
    return component


def unpack(packed: Path, sha256: str) -> bytes:
    """The runner's bytes.

    Raises:
        WrongRunner: they are not the pinned ones.
    """
    try:
        data = lzma.decompress(packed.read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise WrongRunner(f"{packed.name} cannot be unpacked: {error}") from error
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise WrongRunner(f"{packed.name} has sha256 {found[:12]}…, expected {sha256[:12]}…")
    return data


def _stem(sha256: str) -> str:
    return f"runner-{wasmtime_version()}-{sha256[:12]}-{platform.machine()}-{SETTINGS}-"


def _cached(engine: Engine, cache: Path, stem: str) -> Component | None:
    for path in sorted(cache.glob(f"{stem}*.cwasm")):
        with suppress(OSError):  # it may be gone by now
            if path.name == _name(stem, _digest(path)):
                with suppress(WasmtimeError):  # compiled for another processor
                    component = Component.deserialize_file(engine, str(path))
                    path.touch()
                    return component
            path.unlink()
    return None


def _publish(cache: Path, stem: str, code: bytes | bytearray) -> None:
    final = cache / _name(stem, hashlib.sha256(code).hexdigest())
    part = final.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_bytes(code)
        part.replace(final)
    finally:
        part.unlink(missing_ok=True)
    oldest = final.stat().st_mtime - _KEPT_UNUSED_S
    for other in cache.glob("runner-*"):
        with suppress(OSError):
            if other.stat().st_mtime < oldest:
                other.unlink()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _name(stem: str, digest: str) -> str:
    return f"{stem}{digest[:16]}.cwasm"


@contextmanager
def _one_at_a_time(lock: Path) -> Iterator[None]:
    """Spares processes that start together the same work; without locks they only do it twice."""
    if sys.platform == "win32":
        yield
    else:
        with lock.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
