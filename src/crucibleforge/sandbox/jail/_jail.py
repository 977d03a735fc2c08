"""A second wall around the worker, where the system has one: an escape from WebAssembly would find only its pipes.

It needs no rights, no namespaces and no helper. Where parts are missing the guest is still confined by WebAssembly.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass

from . import _landlock, _seccomp
from ._syscalls import ARCHITECTURES

_PR_SET_NO_NEW_PRIVS = 38


@dataclass(frozen=True, slots=True)
class Jail:
    """Which parts of the wall stand."""

    no_new_privs: bool = False
    landlock_abi: int = 0
    """0: none."""
    seccomp: bool = False
    note: str = ""
    """What is missing and why; empty when all of it stands."""


def enter_jail() -> Jail:
    """Locks the calling process in as far as the system can; never fails."""
    if sys.platform != "linux":
        return Jail(note=f"no system-call filter on {sys.platform}: WebAssembly alone confines")
    libc = ctypes.CDLL(None, use_errno=True)
    notes: list[str] = []
    no_new_privs = libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    landlock_abi = _tried(lambda: _landlock.restrict(libc), notes) or 0
    if not landlock_abi and not notes:
        notes.append("no Landlock in this kernel")
    seccomp = _tried(lambda: _filter_calls(libc), notes) is True
    return Jail(no_new_privs, landlock_abi, seccomp, "; ".join(notes))


def _filter_calls(libc: ctypes.CDLL) -> bool:
    architecture = ARCHITECTURES.get(platform.machine())
    if architecture is None:
        raise OSError(0, f"no list of system calls for {platform.machine()}")
    _seccomp.install(libc, architecture)
    return True


def _tried(step: Callable[[], int], notes: list[str]) -> int | None:
    try:
        return step()
    except OSError as error:
        notes.append(str(error.strerror))
        return None
