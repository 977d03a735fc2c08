"""A system-call allow-list for the whole process."""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Callable, Iterable

from ._syscalls import CLONE3, Architecture

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _ERRNO, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_CALL_NUMBER, _CALL_ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT, _THIRD_ARGUMENT = 0, 4, 16, 24, 32
_X32_BIT = 0x40000000
_CLONE_THREAD = 0x00010000
_CLONE_NAMESPACES = 0x7E020000
_FUTEX_COMMAND, _FUTEX_WAKE = 0x7F, 1
_HARDWARE_FAULT, _SOFT_OFFLINE = 100, 101
"""Advice that takes pages away from the whole machine, where root gives it."""
_SET_MODE_FILTER, _TSYNC = 1, 1


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def filter_program(architecture: Architecture) -> bytes:
    """The BPF program: other architectures' calls kill, listed ones and plain new threads pass, the rest get EPERM."""
    threads = [
        _step(_EQUAL, architecture.clone, otherwise=5),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_ANY_BIT, _CLONE_NAMESPACES, then=2),
        _step(_ANY_BIT, _CLONE_THREAD, otherwise=1),
        _ALLOWED,
        _DENIED,
    ]
    return b"".join([*_entry(architecture), *threads, *_each(architecture.allowed, _ALLOWED), _DENIED])


def lone_filter_program(architecture: Architecture) -> bytes:
    """The same for one thread that stays alone: it starts no other, and waiting for one kills."""
    wakes = [
        _step(_EQUAL, architecture.futex, otherwise=5),
        _step(_LOAD, _SECOND_ARGUMENT),
        _step(_AND, _FUTEX_COMMAND),
        _step(_EQUAL, _FUTEX_WAKE, otherwise=1),
        _ALLOWED,
        _KILLED,
    ]
    lists = [*_each(architecture.waiting, _KILLED), *_each(architecture.lone, _ALLOWED)]
    return b"".join([*_entry(architecture), *wakes, *lists, _DENIED])


def install(
    libc: ctypes.CDLL, architecture: Architecture, program: Callable[[Architecture], bytes] = filter_program
) -> None:
    """Puts a filter on every thread of this process; needs no_new_privs.

    Raises:
        OSError: the kernel refuses.
    """
    code = program(architecture)
    buffer = ctypes.create_string_buffer(code, len(code))
    told = _Program(len(code) // 8, ctypes.addressof(buffer))
    if libc.syscall(architecture.seccomp, _SET_MODE_FILTER, _TSYNC, ctypes.byref(told)) != 0:
        raise OSError(ctypes.get_errno(), "seccomp filter refused")


def _entry(architecture: Architecture) -> list[bytes]:
    return [
        _step(_LOAD, _CALL_ARCHITECTURE),
        _step(_EQUAL, architecture.audit, then=1),
        _KILLED,
        _step(_LOAD, _CALL_NUMBER),
        _step(_AT_LEAST, _X32_BIT, otherwise=1),
        _KILLED,
        # clone3 hides its flags in memory: "no such call" makes the C library fall back to clone.
        _step(_EQUAL, CLONE3, otherwise=1),
        _step(_RETURN, _ERRNO | errno.ENOSYS),
        _step(_EQUAL, architecture.madvise, otherwise=5),
        _step(_LOAD, _THIRD_ARGUMENT),
        _step(_EQUAL, _HARDWARE_FAULT, then=1),
        _step(_EQUAL, _SOFT_OFFLINE, otherwise=1),
        _DENIED,
        _ALLOWED,
    ]


def _each(numbers: Iterable[int], verdict: bytes) -> list[bytes]:
    return [step for number in numbers for step in (_step(_EQUAL, number, otherwise=1), verdict)]


def _step(code: int, operand: int, *, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("<HBBI", code, then, otherwise, operand)


_ALLOWED, _KILLED = _step(_RETURN, _ALLOW), _step(_RETURN, _KILL_PROCESS)
_DENIED = _step(_RETURN, _ERRNO | errno.EPERM)
