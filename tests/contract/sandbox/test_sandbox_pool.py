"""Sandboxes lent to threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from crucibleforge.core.errors import SandboxUnavailable
from crucibleforge.sandbox import Sandbox, SandboxPool, _sandbox

FUEL = 300_000_000


def test_no_two_threads_share_a_sandbox_and_no_more_are_started_than_needed() -> None:
    together = threading.Barrier(2, timeout=60)
    used: set[int] = set()

    def work(number: int) -> bool:
        with pool.borrow() as sandbox:
            used.add(sandbox._worker.pid)
            together.wait()
            return sandbox.run_group(
                f"def f(): return {number}", lambda solution: _expect(solution.f(), number), fuel=FUEL
            ).passed

    with SandboxPool(size=3) as pool, ThreadPoolExecutor(2) as threads:
        assert all(threads.map(work, range(4)))
        assert len(used) == 2


def test_a_lone_user_has_one_worker() -> None:
    with SandboxPool() as pool:
        pids = set()
        for _ in range(3):
            with pool.borrow() as sandbox:
                pids.add(sandbox._worker.pid)
        assert len(pids) == 1


def test_a_sandbox_comes_back_when_its_user_fails() -> None:
    with SandboxPool(size=1) as pool:
        with pytest.raises(KeyError), pool.borrow():
            raise KeyError
        with pool.borrow() as sandbox:
            assert isinstance(sandbox, Sandbox)


def test_a_machine_that_cannot_isolate_is_found_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sandbox, "RUNNER_SHA256", "0" * 64)
    with pytest.raises(SandboxUnavailable):
        SandboxPool()


def test_closing_ends_all_workers() -> None:
    with SandboxPool(size=2) as pool, pool.borrow() as one, pool.borrow() as other:
        workers = one._worker, other._worker
    assert not any(worker.is_alive for worker in workers)


def _expect(value: object, wished: object) -> None:
    assert value == wished
