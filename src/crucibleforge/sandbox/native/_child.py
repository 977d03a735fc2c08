"""What a forked child does before it hears the first frame: it gives up everything, and then serves.

Nothing here is best effort: a wall that does not stand means that no guest runs.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from crucibleforge.sandbox._limits import NATIVE_MEMORY_BYTES
from crucibleforge.sandbox.jail import _landlock, _seccomp
from crucibleforge.sandbox.jail._syscalls import ARCHITECTURES, Architecture

from . import _world as _native_world

OPEN_FILES = 16
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_HIDDEN = ("_ctypes", "ctypes", "ctypes._endian", "resource")
"""Modules of ours that a guest does not find; what they could do, the kernel refuses."""
_UNTRUE = ("getuid", "geteuid", "getgid", "getegid", "getppid", "umask")
"""They cannot fail: refused by the kernel, they would tell -1."""


@dataclass(frozen=True, slots=True)
class Birth:
    """What a child gets from its server."""

    server: int
    """Process id."""
    channel: int
    """Its descriptor, which becomes number 3."""
    nowhere: int
    """A descriptor of the null device."""
    cpu_s: int
    """Processor time after which the kernel ends it, whatever the server does."""


class NoWall(Exception):
    """Part of the confinement is missing here."""


def give_up_rights(libc: ctypes.CDLL) -> int:
    """No new privileges, no files, no network, no signals to others; returns Landlock's ABI.

    Raises:
        NoWall: the kernel cannot or will not.
    """
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise NoWall("no_new_privs refused")
    try:
        abi = _landlock.restrict(libc)
    except OSError as error:
        raise NoWall(error.strerror) from error
    if not abi:
        raise NoWall("no Landlock in this kernel")
    return abi


def become_guest(birth: Birth, libc: ctypes.CDLL, serve: Callable[[], None]) -> NoReturn:
    """Locks the calling process in and serves frames for as long as the server wants."""
    status = 1
    try:
        _keep_only_the_channel(birth)
        _lock_in(birth, libc)
        for name in _HIDDEN:
            sys.modules.pop(name, None)
        for name in _UNTRUE:
            delattr(os, name)
        serve()
        status = 0
    except NoWall as error:
        _native_world.send(json.dumps({"no_wall": str(error)}))
    finally:
        os._exit(status)


def _keep_only_the_channel(birth: Birth) -> None:
    for standard in range(3):
        os.dup2(birth.nowhere, standard)
    os.dup2(birth.channel, _native_world.CHANNEL)
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    os.closerange(_native_world.CHANNEL + 1, most)


def _lock_in(birth: Birth, libc: ctypes.CDLL) -> None:
    if libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0) != 0:
        raise NoWall("no signal at the server's death")
    if os.getppid() != birth.server:
        os._exit(1)
    _limit_resources(birth.cpu_s)
    give_up_rights(libc)
    try:
        _seccomp.install(libc, _architecture(), _seccomp.lone_filter_program)
    except OSError as error:
        raise NoWall(error.strerror) from error


def _architecture() -> Architecture:
    found = ARCHITECTURES.get(platform.machine())
    if found is None:
        raise NoWall(f"no list of system calls for {platform.machine()}")
    return found


def _limit_resources(cpu_s: int) -> None:
    limits = {
        resource.RLIMIT_AS: NATIVE_MEMORY_BYTES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_NOFILE: OPEN_FILES,
    }
    for kind, wanted in limits.items():
        most = _at_most(kind, wanted)
        resource.setrlimit(kind, (most, most))
    # First a signal that says why, then one that nothing survives.
    resource.setrlimit(
        resource.RLIMIT_CPU, (_at_most(resource.RLIMIT_CPU, cpu_s), _at_most(resource.RLIMIT_CPU, cpu_s + 1))
    )


def _at_most(kind: int, wanted: int) -> int:
    _, hard = resource.getrlimit(kind)
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
