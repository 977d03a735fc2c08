"""The native backend: as tight as the other one, and refused where it can't be."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.core.errors import SandboxUnavailable
from crucibleforge.sandbox import Sandbox, Solution, _process, _sandbox, self_test
from crucibleforge.sandbox._limits import NATIVE_IDLE_S, native_fuel
from crucibleforge.sandbox.attack import _victim
from crucibleforge.sandbox.attack._pack import Attack, read_attacks
from tests.contract.sandbox.test_sandbox_life import comes_true, is_running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the native backend needs Linux")

NOBODY = 65534
FUEL = 300_000_000

HONEST = "def add(a, b):\n    return a + b\n"
PACK = read_attacks()


def adds(solution: Solution) -> None:
    assert solution.add(2, 3) == 5
    assert solution.add(40, 2) == 42
    assert [solution.add("a", "b")] == ["ab"]


@pytest.fixture
def quick(native_sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """Grants less, so that a loop costs less."""
    monkeypatch.setattr(_sandbox, "native_fuel", lambda fuel: 300_000_000)
    return native_sandbox


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def seen_by(sandbox: Sandbox, expression: str) -> Any:
    found: list[Any] = []
    source = f"import os, random, sys, time\ndef seen():\n    return {expression}\n"
    result = sandbox.run_group(source, lambda solution: found.append(solution.seen()), fuel=FUEL)
    assert result.passed, result
    return found[0]


def test_every_self_check_is_fine(native_sandbox: Sandbox) -> None:
    assert [check for check in self_test(native_sandbox) if not check.ok] == []


def test_its_results_cannot_be_taken_for_others(native_sandbox: Sandbox) -> None:
    version = ".".join(map(str, sys.version_info[:3]))
    assert native_sandbox.runner_id == f"native-{sys.implementation.name}-{version}"
    assert native_sandbox.backend == "native"


@pytest.mark.parametrize("one", [one for one in PACK if one.kind == "cheat"], ids=lambda one: one.name)
def test_no_cheat_passes_and_none_costs_the_server(quick: Sandbox, one: Attack) -> None:
    pid = quick._worker.pid
    result = quick.run_group(one.source, _victim.adds_up, fuel=FUEL)
    assert not result.passed
    assert result.ended != "infrastructure"
    assert quick.run_group(HONEST, adds, fuel=FUEL).passed
    assert quick._worker.pid == pid
    assert children(pid) == []


@pytest.mark.parametrize("one", [one for one in PACK if one.kind == "reach"], ids=lambda one: one.name)
def test_nothing_outside_can_be_reached(quick: Sandbox, one: Attack) -> None:
    result = quick.run_group(one.source, lambda solution: solution.probe(), fuel=FUEL)
    assert result.ended in ("exception", "died", "limit"), result
    assert not list(Path("/tmp").glob("cheat_marker*"))


def test_a_child_has_one_channel_and_no_rights(native_sandbox: Sandbox) -> None:
    told: dict[str, Any] = {}

    def look(solution: Any) -> None:
        assert solution.add(1, 2) == 3
        (child,) = children(native_sandbox._worker.pid)
        folder = Path(f"/proc/{child}")
        told["open"] = {path.name: str(path.readlink()).partition(":")[0] for path in (folder / "fd").iterdir()}
        told["status"] = (folder / "status").read_text()
        told["limits"] = {
            line[:26].strip(): line[26:].split()[:2] for line in (folder / "limits").read_text().splitlines()
        }
        told["environ"] = (folder / "environ").read_bytes()

    assert native_sandbox.run_group(HONEST, look, fuel=FUEL).passed
    assert told["open"] == {"0": "/dev/null", "1": "/dev/null", "2": "/dev/null", "3": "socket"}
    assert "NoNewPrivs:\t1" in told["status"]
    assert "Seccomp:\t2" in told["status"]
    for limit, value in {
        "Max open files": "16", "Max file size": "0", "Max core file size": "0", "Max processes": "0",
        "Max address space": str(1 << 30),
    }.items():  # fmt: skip
        assert told["limits"][limit] == [value, value]
    assert told["limits"]["Max cpu time"] == ["3", "4"]
    assert b"HOME" not in told["environ"]


def test_a_guest_is_a_function_of_its_input(native_sandbox: Sandbox) -> None:
    expression = "dict(os.environ), sys.path, hash('a'), random.random(), time.time(), time.monotonic()"
    first = seen_by(native_sandbox, expression)
    with Sandbox(backend="native") as other:
        assert first == seen_by(native_sandbox, expression) == seen_by(other, expression)
    assert first[:2] == ({}, [])
    assert first[4] < 1_700_000_100


def test_groups_do_not_see_each_other(native_sandbox: Sandbox) -> None:
    vandal = "import builtins, sys, json\nbuiltins.seen = 1\nsys.modules['trace_left'] = sys\njson.dumps = None\n"
    assert not native_sandbox.run_group(vandal, lambda solution: solution.x, fuel=FUEL).passed
    traces = "hasattr(sys.modules['builtins'], 'seen'), 'trace_left' in sys.modules"
    assert seen_by(native_sandbox, traces) == (False, False)


SPEECH = {
    "half a frame": r"os.write(3, b'\x20\x00\x00\x00half')",
    "a frame and a bit": r"""os.write(3, b'\x0b\x00\x00\x00{"ok": 1234}\x0b\x00')""",
    "two frames": r"""os.write(3, b'\x0a\x00\x00\x00{"ok":null}'[:14] + b'\x0a\x00\x00\x00{"ok":  5}')""",
    "a frame without end": r"os.write(3, b'\xff\xff\xff\xff')",
    "noise": "os.write(3, bytes(range(256)) * 400)",
    "frames ahead": "\n    ".join([r"""os.write(3, b'\x0a\x00\x00\x00{"ok":  5}')"""] * 100),
}


@pytest.mark.parametrize("name", SPEECH)
@pytest.mark.parametrize("leaves", ["", "\n    os._exit(0)", "\n    os.close(3)\n    while True: pass"])
def test_nothing_that_a_guest_says_reaches_the_next_group(quick: Sandbox, name: str, leaves: str) -> None:
    pid = quick._worker.pid
    source = f"import os\ndef add(a, b):\n    {SPEECH[name]}{leaves}\n"
    result = quick.run_group(source, adds, fuel=FUEL)
    assert (result.passed, result.ended) == (False, "died"), result
    assert seen_by(quick, "'mine'") == "mine"
    assert (quick._worker.pid, children(pid)) == (pid, [])


def test_an_answer_before_the_question_is_never_taken(native_sandbox: Sandbox) -> None:
    source = "import wit_world\nfor _ in range(3): wit_world.send('{\"ok\": 5}')\n"
    for _ in range(50):
        result = native_sandbox.run_group(source, lambda solution: solution.five, fuel=FUEL)
        assert (result.ended, result.reason) == ("died", "protocol: sent a frame that nobody asked for")


def test_a_loop_meets_the_limit_of_processor_time(native_sandbox: Sandbox) -> None:
    result = native_sandbox.run_group("def add(a, b):\n    while True: pass", adds, fuel=FUEL)
    assert (result.ended, result.fuel) == ("limit", native_fuel(FUEL))


def spoil_boot(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Has the next server run code before it starts."""
    boot = _process._native_boot_code().removesuffix("main()\n")
    loaded = (
        "from crucibleforge.sandbox.jail import _landlock, _seccomp\n"
        "from crucibleforge.sandbox.native import _child, _watched"
    )
    monkeypatch.setattr(_process, "_native_boot_code", lambda: f"{boot}{loaded}\n{code}\nmain()\n")


@pytest.mark.parametrize("handler", ["", "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\n"])
def test_the_kernel_stops_a_loop_that_the_server_overlooks(handler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil_boot(monkeypatch, "_watched._LOOK_MS = 600_000")
    with Sandbox(backend="native") as sandbox:
        result = sandbox.run_group(f"{handler}def add(a, b):\n    while True: pass", adds, fuel=FUEL)
    assert (result.passed, result.ended) == (False, "died" if handler else "limit")


WAITS = {
    "lock": "import threading\nlock = threading.Lock()\nlock.acquire()\ndef add(a, b): lock.acquire()",
    "event": "import threading\ndef add(a, b): threading.Event().wait(1e6)",
    "queue": "import queue\ndef add(a, b): queue.Queue().get()",
    "poll": "import select\ndef add(a, b): select.poll().poll(10**6)",
}


@pytest.mark.parametrize("name", WAITS)
def test_waiting_for_what_never_comes_ends_at_once(native_sandbox: Sandbox, name: str) -> None:
    start = time.monotonic()
    result = native_sandbox.run_group(WAITS[name], adds, fuel=FUEL)
    assert (result.ended, result.reason) == ("died", "trap: waited for the outside world")
    assert time.monotonic() - start < NATIVE_IDLE_S


def test_a_child_that_only_listens_is_given_up(native_sandbox: Sandbox) -> None:
    result = native_sandbox.run_group("import os\ndef add(a, b): os.read(3, 1)", adds, fuel=FUEL)
    assert (result.ended, result.reason) == ("died", "trap: waited for the outside world")


def test_asleep_for_a_day_is_no_time(native_sandbox: Sandbox) -> None:
    source = "time.sleep(86400) or time.monotonic() > 86400"
    assert seen_by(native_sandbox, source) is True


def test_large_frames_pass_both_ways(native_sandbox: Sandbox) -> None:
    text = "é" * 1_000_000
    source = "def add(a, b):\n    return a + b\n"
    found: list[Any] = []
    assert native_sandbox.run_group(source, lambda solution: found.append(solution.add(text, "!")), fuel=FUEL).passed
    assert found == [text + "!"]


def test_closing_leaves_no_process() -> None:
    with Sandbox(backend="native") as short:
        pid = short._worker.pid
        assert short.run_group(HONEST, adds, fuel=FUEL).passed
    assert not is_running(pid)


@pytest.mark.parametrize("end", ["killed", "hung up"])
def test_no_child_outlives_its_server(end: str) -> None:
    looping: list[int] = []
    with Sandbox(backend="native") as sandbox:
        worker = sandbox._worker
        for frame in (b'{"fuel": 60000000000}', b'{"op": "load", "source": "while True: pass"}'):
            worker.send(frame)
            looping[:] = looping or (comes_true(lambda: bool(children(worker.pid))) and children(worker.pid)) or []
        assert is_running(looping[0])
        if end == "killed":
            os.kill(worker.pid, 9)
        else:
            worker._requests.close()
        assert comes_true(lambda: not is_running(looping[0]))
        assert comes_true(lambda: not is_running(worker.pid))


def run_as_nobody(code: str) -> subprocess.CompletedProcess[str]:
    """Runs code as an ordinary user, by the first interpreter that such a user may start."""
    ordinary: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
    ours = [folder for folder in sys.path if not folder.startswith(sys.base_prefix)]
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info[1]}"):
        try:
            return subprocess.run(
                [python, "-c", code], capture_output=True, text=True, timeout=120, check=False, cwd="/",
                env={"PYTHONPATH": os.pathsep.join(ours)}, **ordinary,
            )  # fmt: skip
        except OSError:
            continue
    pytest.skip("no other user may start an interpreter of this version")


def test_it_needs_no_rights() -> None:
    done = run_as_nobody(
        "import os\nfrom crucibleforge.sandbox import Sandbox, self_test\n"
        "with Sandbox(backend='native') as sandbox:\n"
        "    print(os.getuid(), [check for check in self_test(sandbox) if not check.ok])\n"
    )
    uid = NOBODY if os.getuid() == 0 else os.getuid()
    assert (done.stdout, done.returncode) == (f"{uid} []\n", 0), done.stderr


def test_another_system_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(SandboxUnavailable, match="the native backend needs Linux; this is darwin") as caught:
        Sandbox(backend="native")
    assert caught.value.exit_code == 3
    assert "leave out --backend native" in caught.value.hint


REFUSALS = {
    "no_new_privs refused": "_child._PR_SET_NO_NEW_PRIVS = 9999",
    "no signal at the server's death": "_child._PR_SET_PDEATHSIG = 9999",
    "no Landlock in this kernel": "_landlock.LANDLOCK_CREATE_RULESET = 9999",
    "Landlock refused": "_landlock.LANDLOCK_RESTRICT_SELF = 9999",
    "seccomp filter refused": "_seccomp._SET_MODE_FILTER = 9999",
    "no list of system calls for": "_child.ARCHITECTURES = {}",
}


@pytest.mark.parametrize("missing", REFUSALS)
def test_a_wall_that_does_not_stand_means_that_nothing_runs(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil_boot(monkeypatch, REFUSALS[missing])
    with pytest.raises(SandboxUnavailable, match=f"cannot lock its children in here: .*{missing}") as caught:
        Sandbox(backend="native")
    assert "leave out --backend native" in caught.value.hint


def test_a_wall_that_falls_later_stops_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil_boot(
        monkeypatch,
        "import os\nborn, fork = [], os.fork\n"
        "def counting():\n    born.append(1)\n    if len(born) == 2: _seccomp._SET_MODE_FILTER = 9999\n    return fork()\n"
        "os.fork = counting",
    )
    with Sandbox(backend="native") as sandbox:
        result = sandbox.run_group(HONEST, adds, fuel=FUEL)
    assert (result.passed, result.ended) == (False, "died")


def test_a_guest_that_answers_and_leaves_has_answered(native_sandbox: Sandbox) -> None:
    source = (
        "import os, wit_world\ndef five():\n    wit_world.send('{\"ok\": 5}')\n    os._exit(0)\ndef six(): return 6\n"
    )

    def once(solution: Any) -> None:
        assert solution.five() == 5

    def twice(solution: Any) -> None:
        assert solution.five() == 5
        solution.six()

    for _ in range(20):
        assert native_sandbox.run_group(source, once, fuel=FUEL).passed
        assert native_sandbox.run_group(source, twice, fuel=FUEL).reason == "exit: exit status 0"
