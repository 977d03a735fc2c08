"""Shows on this very machine that right passes, wrong fails, and nothing gets out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ._sandbox import GroupResult, Sandbox
from .protocol._solution import Solution

_FUEL = 500_000_000

_RIGHT = "def add(a, b):\n    return a + b\n"
_MUST_FAIL = {
    "a wrong answer fails": "def add(a, b):\n    return a - b\n",
    "an answer that equals everything fails": (
        "class Yes:\n    def __eq__(self, other):\n        return True\ndef add(a, b):\n    return Yes()\n"
    ),
    "a number that equals everything fails": (
        "class Yes(int):\n    def __eq__(self, other):\n        return True\ndef add(a, b):\n    return Yes(0)\n"
    ),
    "leaving early fails": "import os\ndef add(a, b):\n    os._exit(0)\n",
    "a loop without end is stopped": "def add(a, b):\n    while True:\n        pass\n",
    "a flood of memory is stopped": "def add(a, b):\n    held = [bytes(1 << 24) for _ in range(1000)]\n    return a + b\n",
    "a forged reply fails": (
        "import wit_world\ndef add(a, b):\n    wit_world.exchange('{\"ok\": 5}')\n    wit_world.exchange('{\"ok\": 5}')\n"
    ),
}
_OUT_OF_REACH = {
    "no file can be read": "def probe():\n    return open('/etc/hostname').read()\n",
    "no folder can be listed": "import os\ndef probe():\n    return os.listdir('/')\n",
    "nothing can be connected to": (
        "import socket\ndef probe():\n    socket.create_connection(('127.0.0.1', 9), 1)\n    return 'connected'\n"
    ),
    "no process can be started": "import subprocess\ndef probe():\n    return subprocess.run(['true']).returncode\n",
    "no thread can be started": "import threading\ndef probe():\n    threading.Thread(target=print).start()\n",
}
_ENVIRONMENT = "import os\ndef probe():\n    return dict(os.environ)\n"


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """One thing that a sandbox must do, and whether it did."""

    name: str
    ok: bool
    detail: str
    """What happened instead; what was found where that is of interest."""


def self_test(sandbox: Sandbox) -> tuple[SelfCheck, ...]:
    """All checks; a sandbox with one that is not ok must not be used."""
    first = sandbox.run_group(_RIGHT, _adds, fuel=_FUEL)
    return (
        SelfCheck("a right answer passes", first.passed, first.reason),
        *(_costs_the_same(first, sandbox) if sandbox.backend == "wasm" else ()),
        *(_fails(sandbox, name, source) for name, source in _MUST_FAIL.items()),
        *(_is_refused(sandbox, name, source) for name, source in _OUT_OF_REACH.items()),
        _has_no_environment(sandbox),
    )


def _costs_the_same(first: GroupResult, sandbox: Sandbox) -> Iterator[SelfCheck]:
    again = sandbox.run_group(_RIGHT, _adds, fuel=_FUEL)
    yield SelfCheck("the same work costs the same", first.fuel == again.fuel, f"{first.fuel} and {again.fuel} units")


def _adds(solution: Solution) -> None:
    assert solution.add(2, 3) == 5
    assert solution.add(-7, 7) == 0


def _fails(sandbox: Sandbox, name: str, source: str) -> SelfCheck:
    result = sandbox.run_group(source, _adds, fuel=_FUEL)
    is_settled = not result.passed and result.ended != "infrastructure"
    return SelfCheck(name, is_settled, f"{result.ended}: {result.reason}")


def _is_refused(sandbox: Sandbox, name: str, source: str) -> SelfCheck:
    result = sandbox.run_group(source, lambda solution: solution.probe(), fuel=_FUEL)
    return SelfCheck(name, result.ended in ("exception", "died"), f"{result.ended}: {result.reason}")


def _has_no_environment(sandbox: Sandbox) -> SelfCheck:
    found: list[object] = []
    sandbox.run_group(_ENVIRONMENT, lambda solution: found.append(solution.probe()), fuel=_FUEL)
    return SelfCheck("the environment is empty", found == [{}], "" if found == [{}] else f"{len(found)} answers")
