"""Workers: started, replaced, gone; what groups cost, and that they leave nothing behind."""

from __future__ import annotations

import gc
import hashlib
import lzma
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wasmtime import wat2wasm

from crucibleforge.core.errors import SandboxUnavailable
from crucibleforge.sandbox import DEFAULT_FUEL, Sandbox, _process, _sandbox, self_test
from crucibleforge.sandbox._pins import SOURCES_SHA256
from crucibleforge.sandbox.guest.build import sources_sha256

FUEL = 500_000_000
SOURCE = """
import random, time
seen = []
def work(n):
    seen.append(n)
    return sorted({str(k): k * 0.5 for k in range(n)}.items()), random.random(), time.time(), len(seen)
"""


def works(solution: Any) -> None:
    for size in (10, 200):
        pairs, _, _, count = solution.work(size)
        assert len(pairs) == size
    assert count == 2


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


def comes_true(condition: Callable[[], bool], within_s: float = 20) -> bool:
    end = time.monotonic() + within_s
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


@pytest.mark.skipif(sys.platform == "win32", reason="it has no sessions")
def test_ctrl_c_on_the_terminal_does_not_reach_a_worker(sandbox: Sandbox) -> None:
    sandbox.run_group(SOURCE, works, fuel=FUEL)
    assert os.getsid(sandbox._worker.pid) != os.getsid(0)


def test_the_runner_was_built_from_the_sources_beside_it() -> None:
    assert sources_sha256() == SOURCES_SHA256, "run guest/build.py"


def test_the_runner_has_all_that_it_promises(sandbox: Sandbox) -> None:
    source = "import guest.app, sys\ndef lacking(): return guest.app.MISSING, sys.version_info[:2]"
    found: list[Any] = []
    sandbox.run_group(source, lambda solution: found.append(solution.lacking()), fuel=FUEL)
    assert found == [({}, (3, 14))]


def test_every_self_check_is_fine(sandbox: Sandbox) -> None:
    checks = self_test(sandbox)
    assert len(checks) >= 14
    assert [check for check in checks if not check.ok] == []


def test_a_sandbox_names_its_runner(sandbox: Sandbox) -> None:
    assert sandbox.runner_id.startswith("wasmtime-50.0.1+")
    assert len(sandbox.runner_id) == len("wasmtime-50.0.1+") + 12


@pytest.mark.skipif(sys.platform != "linux", reason="the jail is built from Linux's walls")
def test_the_worker_is_locked_in(sandbox: Sandbox) -> None:
    assert sandbox.jail.seccomp
    assert sandbox.jail.no_new_privs
    for task in Path(f"/proc/{sandbox._worker.pid}/task").iterdir():
        status = dict(line.split(":\t", 1) for line in (task / "status").read_text().splitlines() if ":\t" in line)
        assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2"), task


def test_the_worker_knows_neither_our_code_nor_our_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox
) -> None:
    monkeypatch.setenv("CRUCIBLEFORGE_SECRET", "s3cret")
    with Sandbox() as fresh:
        assert fresh.run_group(SOURCE, works, fuel=FUEL).passed
        assert b"s3cret" not in Path(f"/proc/{fresh._worker.pid}/environ").read_bytes()


def test_the_same_work_costs_the_same_in_any_worker(sandbox: Sandbox) -> None:
    first = sandbox.run_group(SOURCE, works, fuel=FUEL)
    again = sandbox.run_group(SOURCE, works, fuel=DEFAULT_FUEL)
    with Sandbox() as other:
        elsewhere = other.run_group(SOURCE, works, fuel=FUEL)
    assert first.passed
    assert first == again == elsewhere


def test_groups_do_not_see_each_other(sandbox: Sandbox) -> None:
    vandal = "import builtins, sys, json\nbuiltins.seen = 1\nsys.modules['trace_left'] = sys\njson.dumps = None\n"
    assert not sandbox.run_group(vandal, lambda solution: solution.x, fuel=FUEL).passed
    source = "import builtins, sys\ndef traces(): return hasattr(builtins, 'seen'), 'trace_left' in sys.modules"
    found: list[Any] = []
    assert sandbox.run_group(source, lambda solution: found.append(solution.traces()), fuel=FUEL).passed
    assert found == [(False, False)]


def resident_kb(sandbox: Sandbox) -> int:
    status = Path(f"/proc/{sandbox._worker.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_a_worker_that_had_the_runner_compiled_is_as_small_as_any(sandbox: Sandbox, tmp_path: Path) -> None:
    with Sandbox(cache_dir=tmp_path) as first:
        assert first.run_group(SOURCE, works, fuel=FUEL).passed
        assert len(list(tmp_path.glob("*.cwasm"))) == 1
        assert resident_kb(first) < resident_kb(sandbox) + 10_000


def test_hundreds_of_groups_do_not_grow_the_worker(sandbox: Sandbox) -> None:
    source = "def add(a, b): return a + b"
    for count in range(300):
        assert sandbox.run_group(source, lambda solution: solution.add(1, 2), fuel=FUEL).passed
        if count == 50:
            early = resident_kb(sandbox)
    assert resident_kb(sandbox) - early < 20_000


def test_a_worker_that_died_is_replaced_unseen(sandbox: Sandbox) -> None:
    pid = sandbox._worker.pid
    os.kill(pid, signal.SIGKILL)
    assert sandbox.run_group(SOURCE, works, fuel=FUEL).passed
    assert sandbox._worker.pid != pid


def test_a_worker_that_dies_at_work_is_replaced_and_the_group_runs_again(sandbox: Sandbox) -> None:
    pids: list[int] = []

    def struck_once(solution: Any) -> None:
        pids.append(sandbox._worker.pid)
        if len(pids) == 1:
            os.kill(pids[0], signal.SIGKILL)
        works(solution)

    assert sandbox.run_group(SOURCE, struck_once, fuel=FUEL).passed
    assert len(set(pids)) == 2
    assert not is_running(pids[0])


def test_a_solution_that_takes_two_workers_along_has_failed(sandbox: Sandbox) -> None:
    def strikes(solution: Any) -> None:
        os.kill(sandbox._worker.pid, signal.SIGKILL)
        works(solution)

    result = sandbox.run_group(SOURCE, strikes, fuel=FUEL)
    assert (result.passed, result.ended, result.reason) == (False, "died", "the worker process died")


def test_the_wall_guard_ends_what_fuel_does_not(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sandbox, "wall_guard_s", lambda fuel: 0.5)
    result = sandbox.run_group("def f():\n    while True: pass", lambda solution: solution.f(), fuel=10**15)
    assert (result.passed, result.ended) == (False, "infrastructure")
    monkeypatch.undo()
    assert sandbox.run_group(SOURCE, works, fuel=FUEL).passed


def test_closing_leaves_no_process() -> None:
    with Sandbox() as short:
        pid = short._worker.pid
        assert is_running(pid)
    assert not is_running(pid)
    short.close()
    with pytest.raises(ValueError, match="closed"):
        short.run_program("", fuel=FUEL)


def test_a_sandbox_that_nobody_holds_leaves_no_process() -> None:
    forgotten = Sandbox()
    pid = forgotten._worker.pid
    del forgotten
    gc.collect()
    assert comes_true(lambda: not is_running(pid))


def test_a_worker_does_not_outlive_its_owner() -> None:
    code = (
        "import os, signal\nfrom crucibleforge.sandbox import Sandbox\nsandbox = Sandbox()\n"
        "print(sandbox._worker.pid, flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    owner = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    pid = int(owner.stdout)
    assert comes_true(lambda: not is_running(pid))


def test_a_cache_that_cannot_be_written_is_replaced_by_a_passing_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    started: list[Path] = []

    class Worker:
        engine = "wasmtime-0"

        def __init__(self, packed: Path, sha256: str, cache: Path) -> None:
            started.append(cache)

        def kill(self) -> None:
            pass

    monkeypatch.setattr(_sandbox, "start_worker", Worker)

    with Sandbox(cache_dir=blocked / "cache"):
        assert started[0].is_dir()
        assert started[0] != blocked / "cache"
    assert not started[0].exists()


def test_a_runner_that_is_not_the_pinned_one_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(_sandbox, "RUNNER_SHA256", "0" * 64)
    with pytest.raises(SandboxUnavailable, match=r"not the right file.*expected 000000000000…") as caught:
        Sandbox(cache_dir=tmp_path)
    assert "reinstall" in caught.value.hint
    assert list(tmp_path.glob("*.cwasm")) == []


def test_a_runner_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(_sandbox, "_RUNNER", tmp_path / "nothing.xz")
    with pytest.raises(SandboxUnavailable, match="cannot be unpacked"):
        Sandbox(cache_dir=tmp_path)


def test_a_wasmtime_that_does_not_load_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "wasmtime"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ImportError('no library for this machine')")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(
        SandboxUnavailable, match=r"wasmtime does not work here: .*no library for this machine"
    ) as caught:
        Sandbox()
    assert "pip install" in caught.value.hint


def test_a_worker_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_process, "_boot_code", lambda: "raise RuntimeError('no way')")
    with pytest.raises(SandboxUnavailable, match="died at its start: RuntimeError: no way"):
        Sandbox()
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(SandboxUnavailable, match="cannot be started"):
        Sandbox()


@pytest.mark.parametrize(
    "noise", [b"\x03\x00\x00\x00abc", b"\xff\xff\xff\xff", b"\x0b\x00\x00\x00S" + b"\0" * 8 + b"{}"]
)
def test_a_greeting_that_makes_no_sense_is_told(noise: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_process, "_boot_code", lambda: f"import sys; sys.stdout.buffer.write({noise!r})")
    with pytest.raises(SandboxUnavailable, match="makes no sense"):
        Sandbox()


def test_a_worker_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_process, "_boot_code", lambda: "import time; time.sleep(600)")
    monkeypatch.setattr(_process, "_START_S", 0.5)
    with pytest.raises(SandboxUnavailable, match="did not get ready"):
        Sandbox()


def test_a_worker_that_turns_to_noise_gives_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    greeting = b'{"engine": "wasmtime-50.0.1", "jail": {}}'
    frame = (len(greeting) + 9).to_bytes(4, "little") + b"S" + bytes(8) + greeting
    boot = f"import os, sys; sys.stdout.buffer.write({frame!r}); sys.stdout.flush(); os.write(1, os.urandom(500)); os.read(0, 9)"
    monkeypatch.setattr(_process, "_boot_code", lambda: boot)
    with Sandbox() as noisy:
        result = noisy.run_group(SOURCE, works, fuel=FUEL)
    assert (result.passed, result.ended) == (False, "died")


def test_processes_that_start_together_share_one_compiled_runner(tmp_path: Path) -> None:
    wasm = bytes(wat2wasm("(component (core module (func)))"))
    packed = tmp_path / "small.wasm.xz"
    packed.write_bytes(lzma.compress(wasm))
    code = (
        "import sys; from pathlib import Path; from crucibleforge.sandbox.wasm._compiled import load_runner\n"
        "from crucibleforge.sandbox.wasm._engine import new_engine\n"
        "load_runner(new_engine(), Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), compile_apart=lambda: None)\n"
    )
    arguments = [str(packed), hashlib.sha256(wasm).hexdigest(), str(tmp_path / "cache")]
    together = [subprocess.Popen([sys.executable, "-c", code, *arguments]) for _ in range(3)]
    assert [process.wait(timeout=120) for process in together] == [0, 0, 0]
    assert len(list((tmp_path / "cache").glob("*.cwasm"))) == 1
    assert list((tmp_path / "cache").glob("*.part")) == []
