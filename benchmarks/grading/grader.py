"""A grader process as its driver sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]


class GraderDied(Exception):
    """A grader process ended in the middle of a request; its own words are on the error stream."""


class Grader:
    """A process that grades what it is sent; it has started when this returns, but may not be ready yet."""

    def __init__(
        self, command: Sequence[str], *, cores: set[int] | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self._command = command
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if cores:
            os.sched_setaffinity(self.pid, cores)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def ask(self, operation: str, **arguments: Any) -> Any:
        """The answer to one request."""
        self.send(operation, **arguments)
        return self.receive()

    def send(self, operation: str, **arguments: Any) -> None:
        """Hands over a request without waiting."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"op": operation, **arguments}) + "\n")
        self._process.stdin.flush()

    def receive(self) -> Any:
        """The answer to the oldest request that was sent.

        Raises:
            GraderDied: there will be none.
        """
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise GraderDied(f"{' '.join(self._command)} ended with {self._process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        """Ends its input and waits for it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def crucibleforge(*, cache: Path | None = None, cores: set[int] | None = None, temporary: Path | None = None) -> Grader:
    """CrucibleForge in this environment."""
    command = [sys.executable, "-m", "benchmarks.grading.sides.crucibleforge_side", *([str(cache)] if cache else [])]
    return Grader(command, cores=cores, environment={"TMPDIR": str(temporary)} if temporary else None)


def evalplus(python: Path, *, cores: set[int] | None = None) -> Grader:
    """EvalPlus in the environment of this interpreter."""
    return Grader([str(python), "-m", "benchmarks.grading.sides.evalplus_side"], cores=cores)
