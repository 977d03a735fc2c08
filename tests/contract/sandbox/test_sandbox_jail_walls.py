"""The jail itself, without WebAssembly in front of it: what it leaves of a plain Python process."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the jail is built from Linux's walls")

_START = """
import ctypes, dataclasses, json, os, signal, socket, threading
from crucibleforge.sandbox import _jail
told = {}
def attempt(name, action):
    try:
        action()
        told[name] = "done"
    except OSError as error:
        told[name] = error.errno
"""

_TRY_ALL = """
inet = socket.socket()
jail = _jail.enter_jail()
attempt("read a file", lambda: open("/etc/hostname"))
attempt("write a file", lambda: open("/tmp/cheat_marker", "w"))
attempt("list a folder", lambda: os.listdir("/"))
attempt("new socket", socket.socket)
attempt("connect", lambda: inet.connect(("127.0.0.1", 9)))
attempt("fork", os.fork)
attempt("exec", lambda: os.execv("/bin/true", ["true"]))
attempt("kill", lambda: os.kill(os.getppid(), 0))
attempt("kill itself", lambda: os.kill(os.getpid(), 0))
thread = threading.Thread(target=lambda: attempt("read in a thread", lambda: os.listdir("/proc")))
thread.start()
thread.join()
attempt("time", lambda: os.write(1, b""))
print(json.dumps([dataclasses.asdict(jail), told]))
"""


def jailed(code: str) -> Any:
    ran = subprocess.run([sys.executable, "-c", _START + code], capture_output=True, text=True, timeout=120, check=True)
    return json.loads(ran.stdout)


def test_a_process_in_jail_keeps_its_pipes_and_nothing_else() -> None:
    jail, told = jailed(_TRY_ALL)
    assert jail["seccomp"], jail
    assert told.pop("time") == "done"
    assert set(told.values()) <= {1, 13}, told
    assert len(told) == 10


def test_filters_hold_in_threads_that_were_there_before() -> None:
    _, told = jailed(
        """
gate = threading.Event()
thread = threading.Thread(target=lambda: (gate.wait(), attempt("file", lambda: open("/etc/hostname"))))
thread.start()
jail = _jail.enter_jail()
gate.set()
thread.join()
print(json.dumps([dataclasses.asdict(jail), told]))
"""
    )
    assert told == {"file": 1}


def test_an_unknown_processor_is_said_and_nothing_fails() -> None:
    jail, told = jailed(
        """
_jail.ARCHITECTURES.clear()
jail = _jail.enter_jail()
attempt("file", lambda: open("/etc/hostname"))
print(json.dumps([dataclasses.asdict(jail), told]))
"""
    )
    assert not jail["seccomp"]
    assert "no list of system calls for" in jail["note"]
    assert told["file"] == (13 if jail["landlock_abi"] else "done")


def test_a_kernel_that_refuses_the_filter_is_said() -> None:
    jail, _ = jailed(
        """
def refuse(libc, architecture):
    raise OSError(22, "seccomp filter refused")
_jail._seccomp.install = refuse
print(json.dumps([dataclasses.asdict(_jail.enter_jail()), told]))
"""
    )
    assert not jail["seccomp"]
    assert "seccomp filter refused" in jail["note"]


def test_other_systems_have_no_jail_and_say_so() -> None:
    jail, _ = jailed(
        """
_jail.sys.platform = "darwin"
print(json.dumps([dataclasses.asdict(_jail.enter_jail()), told]))
"""
    )
    assert jail["note"] == "no system-call filter on darwin: WebAssembly alone confines"
