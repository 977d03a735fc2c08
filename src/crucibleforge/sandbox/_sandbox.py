"""The door: runs what models wrote, judged by tests that never leave this process."""

from __future__ import annotations

import logging
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, TracebackType
from typing import Literal, Self

import platformdirs

from ._limits import native_fuel, wall_guard_s
from ._pins import RUNNER_SHA256
from ._process import WorkerProcess, start_native_worker, start_worker
from ._runner import Backend, runner_id
from .jail._jail import Jail
from .protocol._exchange import DeathKind, Exchange, SolutionDied
from .protocol._remote_errors import RemoteError
from .protocol._row import Reordered
from .protocol._session import Session
from .protocol._solution import Solution

log = logging.getLogger(__name__)

_RUNNER = Path(__file__).parent / "runner.wasm.xz"

Ended = Literal["passed", "assertion", "exception", "limit", "died", "infrastructure"]

GroupTest = Callable[[Solution], None]


@dataclass(frozen=True, slots=True)
class GroupResult:
    """What one group of tests found."""

    passed: bool
    ended: Ended
    """passed; assertion: the test's own word; exception: raised by the solution or the test; limit: fuel or calls used
    up; died: the solution broke off or cheated; infrastructure: the machine failed twice, nothing is known."""
    reason: str
    """Empty when passed; else one line, made printable."""
    fuel: int
    """Units used, the same on every machine; natively nanoseconds of processor time."""
    calls: int
    """Operations that the test asked for."""


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """What a whole program did."""

    stdout: str
    """All it printed, at most 64 KiB."""
    error: str
    """Empty when it ended normally; else `ValueError: …`, `out of fuel` or what else stopped it."""
    fuel: int


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One way through a group."""

    result: GroupResult
    is_certain: bool
    """The machine had no part in it."""
    is_reordered: bool
    """Only the calls in turn can tell the result."""


class Sandbox:
    """A place to run untrusted Python: a fresh interpreter for each group, without files, network, threads or real time.

    Owns one worker process, and replaces it when it dies. Not thread-safe: one sandbox a thread. Limits are always
    given in the fuel of WebAssembly; the native backend grants processor time for them at a fixed rate.

    Raises:
        SandboxUnavailable: untrusted code can't be isolated here.
    """

    def __init__(self, *, backend: Backend = "wasm", cache_dir: Path | None = None) -> None:
        self.backend: Backend = backend
        self._is_closed = False
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        cache = cache_dir or Path(platformdirs.user_cache_dir("crucibleforge", appauthor=False))
        self._cache = self._writable(cache) if backend == "wasm" else cache
        self._worker = self._start()
        self.runner_id = runner_id(backend)
        """Results with different ids are not comparable in fuel."""

    @property
    def jail(self) -> Jail:
        """What confines the worker besides WebAssembly; natively, each of its children."""
        return self._worker.jail

    def run_group(self, source: str, test: GroupTest, *, fuel: int, file: str | None = None) -> GroupResult:
        """Runs a test, which is trusted and stays in this process, against a fresh instance of a solution.

        Args:
            source: the solution's module.
            test: is handed the solution; returning means passed, unless the solution has died on the way.
            fuel: what loading and all calls may cost together.
            file: whose lines a reason names; the test's own file without it.
        """
        if file is None:
            file = test.__code__.co_filename if isinstance(test, FunctionType) else ""
        first = self._attempt(source, test, fuel, file)
        if first.is_reordered:
            first = self._attempt(source, test, fuel, file, in_turn=True)
        if first.is_certain:
            return first.result
        log.warning("sandbox.retry", extra={"reason": first.result.reason})
        return self._attempt(source, test, fuel, file, in_turn=True).result

    def run_program(self, source: str, *, fuel: int) -> ProgramRun:
        """Runs a whole program as `__main__` and keeps what it prints; its standard input is empty."""
        run, is_certain = self._run(source, fuel)
        return run if is_certain else self._run(source, fuel)[0]

    def close(self) -> None:
        """Ends the worker; nothing is left behind."""
        self._is_closed = True
        self._worker.kill()
        if self._temporary is not None:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> WorkerProcess:
        if self.backend == "native":
            return start_native_worker()
        return start_worker(_RUNNER, RUNNER_SHA256, self._cache)

    def _granted(self, fuel: int) -> int:
        return native_fuel(fuel) if self.backend == "native" else fuel

    def _ready(self) -> WorkerProcess:
        if self._is_closed:
            raise ValueError("a closed sandbox runs nothing")
        if not self._worker.is_alive:
            self._worker.kill()
            self._worker = self._start()
        return self._worker

    def _attempt(self, source: str, test: GroupTest, fuel: int, file: str, *, in_turn: bool = False) -> _Attempt:
        fuel = self._granted(fuel)
        exchange = Exchange(self._ready(), fuel=fuel)
        session = Session(exchange, in_turn=in_turn)
        with self._guest(exchange, fuel):
            ended, reason = _judge(exchange, session, source, test, file)
        result = GroupResult(ended == "passed", ended, _line(reason), exchange.fuel_used, session.calls)
        return _Attempt(result, exchange.is_worker_sound, session.is_reordered)

    def _run(self, source: str, fuel: int) -> tuple[ProgramRun, bool]:
        fuel = self._granted(fuel)
        exchange = Exchange(self._ready(), fuel=fuel)
        with self._guest(exchange, fuel):
            stdout, error = _execute(exchange, source)
        return ProgramRun(_encodable(stdout), _line(error), exchange.fuel_used), exchange.is_worker_sound

    @contextmanager
    def _guest(self, exchange: Exchange, fuel: int) -> Iterator[None]:
        """Guards a guest; afterwards there is none, nor the worker where that can't be trusted any more."""
        worker = self._worker
        with worker.guard(wall_guard_s(fuel)):
            try:
                yield
                exchange.close()
            finally:
                if exchange.is_running or not exchange.is_worker_sound:
                    worker.kill()

    def _writable(self, cache: Path) -> Path:
        try:
            cache.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=cache):
                return cache
        except OSError as error:
            log.warning("sandbox.cache_not_writable", extra={"cache": str(cache), "reason": str(error)})
            self._temporary = tempfile.TemporaryDirectory(prefix="crucibleforge-")
            return Path(self._temporary.name)


def _judge(exchange: Exchange, session: Session, source: str, test: GroupTest, file: str) -> tuple[Ended, str]:
    ended: Ended = "passed"
    reason = ""
    try:
        exchange.open()
        session.load(source)
        ended, reason = _verdict(session, test, file)
    except (SolutionDied, Reordered):
        pass
    except RemoteError as error:
        ended, reason = "exception", f"while loading: {_told(error)}"
    # A test may swallow a death, and must not pass by that.
    death = exchange.death
    return (ended, reason) if death is None else (_FATES[death.kind], death.reason)


def _verdict(session: Session, test: GroupTest, file: str) -> tuple[Ended, str]:
    try:
        _whole(session, test)
    except AssertionError as error:
        return "assertion", _place(error, file, str(error))
    except Exception as error:  # noqa: BLE001 - the border: whatever a test raises is its result
        return "exception", _place(error, file, _told(error))
    return "passed", ""


def _whole(session: Session, test: GroupTest) -> None:
    """Runs a test, and what it has put off: what comes of that came first."""
    try:
        test(Solution(session))
    except Exception as error:
        session.settle_after(error)
        raise
    session.settle()


def _execute(exchange: Exchange, source: str) -> tuple[str, str]:
    try:
        exchange.open()
        return Session(exchange).program(source)
    except SolutionDied as death:
        return "", str(death)
    except RemoteError as raised:
        return "", _told(raised)


_FATES: dict[DeathKind, Ended] = {
    "limit": "limit",
    "died": "died",
    "assertion": "assertion",
    "crashed": "died",
    "timed_out": "infrastructure",
}
"""A worker that died twice was taken along by the solution; time that ran out says nothing about it."""


def _told(error: Exception) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _place(error: Exception, file: str, text: str) -> str:
    """`line 12: text`, the line being the test's own: for an error that the test made itself, or one without words."""
    if text and isinstance(error, RemoteError | AssertionError):
        return text
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    return f"line {lines[-1]}: {text}".removesuffix(": ") if lines else text


def _line(text: str) -> str:
    cut = text if len(text) <= 500 else f"{text[:499]}…"
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in cut)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
