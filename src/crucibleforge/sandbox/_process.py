"""The worker as seen from its owner: a process that is started, asked, and at last gone."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Any

from crucibleforge.core.errors import SandboxUnavailable

from ._watchdog import Watchdog
from .jail._jail import Jail
from .protocol._frames import FAILED, STATUS, BrokenFrame, PipeClosed, WorkerFrame, read_worker_frame, write_frame

log = logging.getLogger(__name__)

_START_S = 900.0
"""Compiling the runner takes ten seconds of two idle processors; a starved machine may need many times that."""

_PASSED_ON = ("SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""All that a worker gets of the environment: what the interpreter itself may need to start."""

_BOOT = """
import sys, types
sys.path[:] = {path}
for name, folder in {packages!r}.items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [folder]
from {package}.{module} import main
main()
"""
"""The packages above the worker are left empty: nothing else of ours is loaded beside hostile code."""

_HERE = Path(__file__).parent
_PACKAGES = {"crucibleforge": str(_HERE.parent), __package__: str(_HERE)}


class WorkerProcess:
    """A running worker; it dies with its last owner."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._requests: IO[bytes] = process.stdin
        self._replies: IO[bytes] = process.stdout
        self._watchdog = Watchdog(process)
        self.jail = Jail()
        self.kill = weakref.finalize(self, _end, process, self._watchdog)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self.kill.alive and self._process.poll() is None

    def send(self, payload: bytes) -> None:
        """Hands it a frame; raises PipeClosed when it is gone."""
        write_frame(self._requests, payload)

    def receive(self) -> WorkerFrame:
        """Waits for its frame; raises PipeClosed when it is gone, BrokenFrame when it sends nonsense."""
        return read_worker_frame(self._replies)

    @property
    def timed_out(self) -> bool:
        """Whether it was killed for taking too long."""
        return self._watchdog.has_bitten

    def guard(self, seconds: float) -> AbstractContextManager[None]:
        """Kills the worker when the block takes longer: whoever waits for it then sees a closed pipe."""
        return self._watchdog.guard(seconds)


def start_worker(packed: Path, sha256: str, cache: Path) -> WorkerProcess:
    """A worker that has loaded the runner and locked itself in.

    Raises:
        SandboxUnavailable: it could not, with what to do about it.
    """
    options = ["-I", "-S", "-c", _boot_code(), str(packed), sha256, str(cache)]
    return _started(options, _environment(os.environ))


def start_native_worker() -> WorkerProcess:
    """A worker that forks a locked-in child for each guest.

    Raises:
        SandboxUnavailable: this system has not every wall that it takes.
    """
    if sys.platform != "linux":
        raise SandboxUnavailable(f"the native backend needs Linux; this is {sys.platform}", hint=_HINTS["walls"])
    # Isolated as by -I, which would also ignore the seed of hashes.
    options = ["-P", "-s", "-S", "-B", "-X", "utf8", "-c", _native_boot_code()]
    return _started(options, _environment(os.environ) | {"PYTHONHASHSEED": "0"})


def _started(options: Sequence[str], environment: Mapping[str, str]) -> WorkerProcess:
    if not sys.executable:
        raise SandboxUnavailable("there is no Python interpreter to start a worker with", hint=_REPORT)
    with tempfile.TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
                [sys.executable, *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=environment,
                start_new_session=True,  # Ctrl-C is for its owner, which may want to finish a grading first
            )
        except OSError as error:
            raise SandboxUnavailable(f"the sandbox worker cannot be started: {error}", hint=_REPORT) from error
        worker = WorkerProcess(process)
        try:
            _greet(worker, complaints)
        except BaseException:
            worker.kill()
            raise
    log.debug("sandbox.worker_started", extra={"pid": worker.pid, "jail": worker.jail})
    return worker


def _greet(worker: WorkerProcess, complaints: IO[bytes]) -> None:
    try:
        with worker.guard(_START_S):
            frame = worker.receive()
        told = json.loads(frame.body)
        if frame.kind == FAILED:
            raise _explained(told)
        if frame.kind != STATUS:
            raise BrokenFrame(f"a frame of kind {frame.kind!r}")
        worker.jail = Jail(**told["jail"])
    except PipeClosed:
        raise SandboxUnavailable(_last_words(worker, complaints), hint=_REPORT) from None
    except (BrokenFrame, ValueError, KeyError, TypeError) as error:
        raise SandboxUnavailable(f"the sandbox worker's greeting makes no sense: {error}", hint=_REPORT) from None


_REPORT = "run `crucibleforge doctor`, or report this with the message above"
_HINTS = {
    "wasmtime": "reinstall it: pip install --force-reinstall wasmtime==50.0.1; it has wheels for Linux (glibc and musl), "
    "macOS and Windows on x86_64 and arm64",
    "runner": "the installation is damaged: reinstall crucibleforge",
    "cache": "make room for 60 MB in the cache folder, or set XDG_CACHE_HOME to another one",
    "walls": "use the default backend: leave out --backend native",
}
_SUBJECTS = {
    "wasmtime": "wasmtime does not work here",
    "runner": "the sandbox's runner is not the right file",
    "cache": "the sandbox's cache cannot be used",
    "walls": "the native backend cannot lock its children in here",
}


def _explained(told: Mapping[str, Any]) -> SandboxUnavailable:
    what = str(told.get("what"))
    subject = _SUBJECTS.get(what, "the sandbox cannot be used")
    return SandboxUnavailable(f"{subject}: {told.get('message')}", hint=_HINTS.get(what, _REPORT))


def _last_words(worker: WorkerProcess, complaints: IO[bytes]) -> str:
    if worker.timed_out:
        return f"the sandbox worker did not get ready within {_START_S:.0f} s"
    complaints.seek(0)
    lines = complaints.read().decode("utf-8", "replace").strip().splitlines()
    return f"the sandbox worker died at its start: {lines[-1][:300] if lines else 'without a word'}"


def boot_code(module: str) -> str:
    """A program that runs `main()` of one of our modules, and loads nothing else of ours."""
    return _BOOT.format(path=repr(sys.path), packages=_PACKAGES, package=__package__, module=module)


def _boot_code() -> str:
    return boot_code("wasm._worker")


def _native_boot_code() -> str:
    packages = _PACKAGES | {"guest": str(_HERE / "guest")}
    return _BOOT.format(path="sys.path", packages=packages, package=__package__, module="native._server")


def _environment(ours: Mapping[str, str]) -> dict[str, str]:
    return {name: ours[name] for name in _PASSED_ON if name in ours}


def _end(process: subprocess.Popen[bytes], watchdog: Watchdog) -> None:
    watchdog.rest()
    process.kill()
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:  # unsent bytes for a process that is gone
            continue
    process.wait()
