"""A system-call allow-list for the whole process."""

from __future__ import annotations

import ctypes
import errno
import struct

from ._syscalls import CLONE3, Architecture

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_CALL_NUMBER, _CALL_ARCHITECTURE, _FIRST_ARGUMENT, _THIRD_ARGUMENT = 0, 4, 16, 32
_X32_BIT = 0x40000000
_CLONE_THREAD = 0x00010000
_CLONE_NAMESPACES = 0x7E020000
_HARDWARE_FAULT, _SOFT_OFFLINE = 100, 101
"""Advice that takes pages away from the whole machine, where root gives it."""
_SET_MODE_FILTER, _TSYNC = 1, 1


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def filter_program(architecture: Architecture) -> bytes:
    """The BPF program: other architectures' calls kill, listed ones and plain new threads pass, the rest get EPERM."""
    deny = _step(_RETURN, _ERRNO | errno.EPERM)
    allow = _step(_RETURN, _ALLOW)
    steps = [
        _step(_LOAD, _CALL_ARCHITECTURE),
        _step(_EQUAL, architecture.audit, then=1),
        _step(_RETURN, _KILL_PROCESS),
        _step(_LOAD, _CALL_NUMBER),
        _step(_AT_LEAST, _X32_BIT, otherwise=1),
        _step(_RETURN, _KILL_PROCESS),
        # clone3 hides its flags in memory: "no such call" makes the C library fall back to clone.
        _step(_EQUAL, CLONE3, otherwise=1),
        _step(_RETURN, _ERRNO | errno.ENOSYS),
        _step(_EQUAL, architecture.clone, otherwise=5),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_ANY_BIT, _CLONE_NAMESPACES, then=2),
        _step(_ANY_BIT, _CLONE_THREAD, otherwise=1),
        allow,
        deny,
        _step(_EQUAL, architecture.madvise, otherwise=5),
        _step(_LOAD, _THIRD_ARGUMENT),
        _step(_EQUAL, _HARDWARE_FAULT, then=1),
        _step(_EQUAL, _SOFT_OFFLINE, otherwise=1),
        deny,
        allow,
    ]
    for number in architecture.allowed:
        steps += [_step(_EQUAL, number, otherwise=1), allow]
    return b"".join([*steps, deny])


def install(libc: ctypes.CDLL, architecture: Architecture) -> None:
    """Puts the filter on every thread of this process; needs no_new_privs.

    Raises:
        OSError: the kernel refuses.
    """
    code = filter_program(architecture)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.addressof(buffer))
    if libc.syscall(architecture.seccomp, _SET_MODE_FILTER, _TSYNC, ctypes.byref(program)) != 0:
        raise OSError(ctypes.get_errno(), "seccomp filter refused")


def _step(code: int, operand: int, *, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("<HBBI", code, then, otherwise, operand)
