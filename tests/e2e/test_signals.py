"""Ctrl-C and SIGTERM, sent to the real program while a scripted server answers it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.store import open_store
from crucibleforge.testing import Reply, ScriptedServer
from tests.tiny import ROOT, perfect_model

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its signals are others")
SIGNALS = pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "crucibleforge", *words, "--no-setup-check", "--suite", str(ROOT)],
        cwd=folder,
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(server: ScriptedServer, requests: int, process: subprocess.Popen[str]) -> None:
    while len(server.requests) < requests:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@SIGNALS
def test_what_is_in_flight_is_stored_and_the_next_run_goes_on(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    seen: Counter[str] = Counter()
    works = perfect_model()

    def slow(request: Any) -> Reply:
        seen[json.dumps(request["messages"])] += 1
        reply = works(request)
        return Reply(reply.text, reply.tool_calls, delay_s=0.3)

    with ScriptedServer.in_thread(slow) as server:
        words = ("run", f"{server.base_url}#able")
        first = start(tmp_path, *words)
        wait_for(server, 2, first)
        first.send_signal(sent)
        out, err = first.communicate(timeout=60)
        asked = len(server.requests)
        assert (first.returncode, out, asked < 10) == (code, "", True), err
        assert sent.name in err
        assert "to ask" in err.splitlines()[-2]
        assert "run the same command again" in err.splitlines()[-1]
        with open_store(tmp_path / "results/mako.db") as store:
            assert store.runs()[-1].ending == "stopped"
        second = start(tmp_path, *words)
        assert second.wait(timeout=120) == 0, second.communicate()
        second.communicate()
    assert set(seen.values()) == {1}, "a reply that was in flight was lost and asked again"
    assert len(seen) == 10


@SIGNALS
def test_second_signal_does_not_wait_for_what_is_in_flight(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    with ScriptedServer.in_thread(lambda _request: Reply("late", delay_s=600)) as server:
        process = start(tmp_path, "ask", f"{server.base_url}#able")
        wait_for(server, 1, process)
        process.send_signal(sent)
        assert process.stderr is not None
        while sent.name not in (line := process.stderr.readline()):
            assert line
        process.send_signal(sent)
        _, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert "left: 6 cases to ask" in err


def test_retry_says_how_many_it_asks(tmp_path: Path) -> None:
    works = perfect_model()
    mended: list[bool] = []

    def refuses_two(request: Any) -> Reply:
        is_it = any(words in str(request["messages"]) for words in ("program print?", "keeps books"))
        return Reply("cannot be parsed", status=400) if is_it and not mended else works(request)

    with ScriptedServer.in_thread(refuses_two) as server:
        words = ("ask", f"{server.base_url}#able")
        first = start(tmp_path, *words)
        assert "missing: 2 cases" in first.communicate(timeout=60)[1]
        assert first.returncode == 1
        mended.append(True)
        before = len(server.requests)
        again = start(tmp_path, *words, "--retry", "errors")
        assert "2 cases not asked because of an error" in again.communicate(timeout=60)[1]
        assert (again.returncode, len(server.requests) - before) == (0, 2)
