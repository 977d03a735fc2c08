"""The worker process: holds wasmtime and one guest at a time, no tests and no expected values.

It lives as long as its pipe: the end of input, or a reader that is gone, ends it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, NoReturn

from crucibleforge.sandbox._limits import DEFAULT_FUEL, MEMORY_BYTES
from crucibleforge.sandbox._owner import claim_pipes, fail
from crucibleforge.sandbox.protocol._frames import (
    ENDED,
    REPLY,
    STATUS,
    PipeClosed,
    WorkerFrame,
    read_frame,
    write_worker_frame,
)

_WARM_UP = b'{"op": "load", "source": "import os\\nos.write(1, b\'x\')\\nos.write(2, b\'x\')"}'


def main() -> NoReturn:
    """Serves the grader on the standard streams; arguments: packed runner, its sha256, cache folder.

    With one argument more it only fills the cache.
    """
    packed, sha256, cache, *only_compile = sys.argv[1:]
    if only_compile:
        _compile(Path(packed), sha256, Path(cache))
    requests, replies = claim_pipes()
    threading.stack_size(_stack_size(replies))
    thread = threading.Thread(target=_work, args=(requests, replies, Path(packed), sha256, Path(cache)))
    thread.start()
    thread.join()
    os._exit(0)


def _compile(packed: Path, sha256: str, cache: Path) -> NoReturn:
    from ._compiled import compile_runner
    from ._engine import new_engine

    compile_runner(new_engine(), packed, sha256, cache)
    sys.exit()


def _compile_apart() -> None:
    """Compiles in a process of its own: what that takes of memory, several times a worker's, is given back with it."""
    subprocess.run([*sys.orig_argv, "compile"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 - ourselves


def _stack_size(replies: IO[bytes]) -> int:
    try:
        from ._engine import THREAD_STACK_BYTES
    except (ImportError, OSError, AttributeError) as error:
        fail(replies, "wasmtime", error)
    return THREAD_STACK_BYTES


def _work(requests: IO[bytes], replies: IO[bytes], packed: Path, sha256: str, cache: Path) -> None:
    try:
        _serve(requests, replies, packed, sha256, cache)
    except PipeClosed:
        os._exit(0)


def _serve(requests: IO[bytes], replies: IO[bytes], packed: Path, sha256: str, cache: Path) -> None:
    from wasmtime import WasmtimeError

    from ._compiled import WrongRunner, load_runner
    from ._conversation import Conversation
    from ._engine import new_engine
    from ._guest_world import GuestWorld
    from ._instance import run_instance

    try:
        engine = new_engine()
        component = load_runner(engine, packed, sha256, cache, compile_apart=_compile_apart)
    except WrongRunner as error:
        fail(replies, "runner", error)
    except OSError as error:
        fail(replies, "cache", error)
    except (WasmtimeError, AttributeError) as error:
        fail(replies, "wasmtime", error)

    # One guest runs to its end first: what wasmtime starts lazily must be there before the filter is.
    frames = iter((_WARM_UP, b""))
    warm = GuestWorld(engine, Conversation(lambda: next(frames), lambda fuel_left, frame: None))
    first = run_instance(warm, component, fuel=DEFAULT_FUEL, memory=MEMORY_BYTES)
    if first.end != "end":
        fail(replies, "wasmtime", RuntimeError(f"{first.end}: {first.detail}"))

    status = {"jail": _locked_in()}
    write_worker_frame(replies, WorkerFrame(STATUS, 0, json.dumps(status).encode()))

    def send(fuel_left: int, frame: bytes) -> None:
        write_worker_frame(replies, WorkerFrame(REPLY, fuel_left, frame))

    conversation = Conversation(lambda: read_frame(requests), send)
    world = GuestWorld(engine, conversation)
    while True:
        start = json.loads(read_frame(requests))
        ended = run_instance(world, component, fuel=start["fuel"], memory=start["memory"])
        if not conversation.is_awaited:
            read_frame(requests)  # the guest ended out of turn: its end answers whatever comes next
        told = json.dumps({"end": ended.end, "detail": ended.detail}).encode()
        write_worker_frame(replies, WorkerFrame(ENDED, ended.fuel_left, told))


def _locked_in() -> dict[str, Any]:
    """Gives up the file for last words, the only one left that could be written to, and enters the jail."""
    from crucibleforge.sandbox.jail._jail import enter_jail

    os.dup2(1, 2)
    return asdict(enter_jail())
