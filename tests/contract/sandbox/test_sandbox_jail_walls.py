"""The jail itself, without WebAssembly in front of it: what it leaves of a plain Python process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.sandbox import Sandbox
from crucibleforge.sandbox.attack._breach import try_breach
from crucibleforge.sandbox.attack._pack import read_attacks

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the jail is built from Linux's walls")

_START = """
import ctypes, dataclasses, json, os, signal, socket, threading
from crucibleforge.sandbox.jail import _jail
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


_POSSIBLE_FOR_ANYONE = (
    "copied_by_kernel", "descriptor_settings", "file_attributes", "file_data", "folder_left_open", "fork", "memory_file",
    "new_pipes", "new_socket", "paths_from_a_folder", "process_settings", "program", "read_file", "read_file_the_new_way",
    "socket_pair", "timer",
)  # fmt: skip


@pytest.mark.parametrize("name", _POSSIBLE_FOR_ANYONE)
def test_it_is_the_jail_that_refuses(name: str) -> None:
    (source,) = [one.source for one in read_attacks() if one.name == f"jail/{name}"]
    assert try_breach(source, is_jailed=False)[0]
    assert not try_breach(source)[0]


def test_a_breach_with_a_mistake_in_it_proves_nothing_and_is_shown() -> None:
    gain, _ = try_breach("def breach(call):\n    return call('no such call at all', 0).bit_count() / 0\n")
    assert gain.startswith("mistaken: KeyError")
    gain, _ = try_breach("import sys\nsys.exit('gone')\ndef breach(call): ...\n")
    assert gain == "went astray with status 1: gone"


def test_a_breach_for_which_the_system_lacks_something_is_no_success() -> None:
    ended = try_breach("held = open('/nowhere/at/all')\ndef breach(call): ...\n")
    assert ended == ("", "not possible here: FileNotFoundError: [Errno 2] No such file or directory: '/nowhere/at/all'")


def test_a_worker_holds_nothing_that_leads_outside(sandbox: Sandbox) -> None:
    held = Path(f"/proc/{sandbox._worker.pid}")
    for link in (held / "fd").iterdir():
        target = str(link.readlink())
        if target.endswith(".cwasm"):
            flags = (held / "fdinfo" / link.name).read_text().split()[3]
            assert int(flags, 8) & 0b11 == 0, "the compiled runner may only be read"
        else:
            assert target == "/dev/null" or target.startswith(("pipe:", "anon_inode:[event")), target
