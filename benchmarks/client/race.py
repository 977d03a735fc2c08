"""The same calls by each client in turn, each a process of its own, against one server."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import cpu_s

ROOT = Path(__file__).parents[2]
SIDES = Path(__file__).parent / "sides"


@dataclass(frozen=True, slots=True)
class Runner:
    """One client: its name, its script, and the interpreter that has what the script imports."""

    name: str
    script: str
    python: Path


@dataclass(frozen=True, slots=True)
class Lap:
    """One run of one client, from the start of its process to its end."""

    wall_s: float
    cpu_s: float
    server_cpu_s: float
    answered: int


@dataclass(frozen=True, slots=True)
class Course:
    """How much is called, and how."""

    calls: int = 1_000
    ways: int = 100
    """Calls at a time."""
    reply_s: float = 0.2
    words: int = 0
    """Words of a reply, streamed one by one; 0 for a short reply in a few pieces."""

    @property
    def bound_s(self) -> float:
        """What nobody can be faster than."""
        return self.calls / self.ways * self.reply_s


@contextmanager
def scripted_server(course: Course) -> Iterator[tuple[str, int]]:
    """Address and process id of the server, which runs in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.client.server", str(course.reply_s), str(course.words)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip(), server.pid
        finally:
            server.kill()


def lap(runner: Runner, course: Course, base_url: str, server_pid: int) -> Lap:
    """Let one client make all its calls."""
    command = [str(runner.python), str(SIDES / runner.script), base_url, str(course.calls), str(course.ways)]
    served, began = cpu_s(server_pid), time.perf_counter()
    process = subprocess.Popen(
        command, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    with process.stdout as said_there:
        said = said_there.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall_s = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    answered = int(said.split()[-1]) if process.returncode == 0 and said.split() else 0
    return Lap(wall_s, usage.ru_utime + usage.ru_stime, cpu_s(server_pid) - served, answered)


def _environment() -> dict[str, str]:
    """Compiled modules are kept, as they are on anybody's machine; without them a start takes a second more."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
