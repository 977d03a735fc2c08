"""No file, no TCP, no abstract sockets or signals to others: Landlock with an empty list of exceptions."""

from __future__ import annotations

import ctypes
import os
import struct

from ._syscalls import LANDLOCK_CREATE_RULESET, LANDLOCK_RESTRICT_SELF

_VERSION_FLAG = 1
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
"""ABI -> how many rights it knows; 16 since ABI 5. Asking to govern unknown ones is an error."""


def restrict(libc: ctypes.CDLL) -> int:
    """Takes everything that Landlock governs from the calling thread; returns the kernel's ABI, 0 without Landlock.

    Raises:
        OSError: the kernel has Landlock and refuses all the same.
    """
    abi = int(libc.syscall(LANDLOCK_CREATE_RULESET, None, 0, _VERSION_FLAG))
    if abi < 1:
        return 0
    rules = ruleset(abi)
    descriptor = libc.syscall(LANDLOCK_CREATE_RULESET, ctypes.c_char_p(rules), len(rules), 0)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "Landlock rules refused")
    try:
        if libc.syscall(LANDLOCK_RESTRICT_SELF, descriptor, 0) != 0:
            raise OSError(ctypes.get_errno(), "Landlock refused")
    finally:
        os.close(descriptor)
    return abi


def ruleset(abi: int) -> bytes:
    """`struct landlock_ruleset_attr` with every right of this ABI governed."""
    files = (1 << _FILE_RIGHTS.get(abi, 16)) - 1
    network = 3 if abi >= 4 else 0
    scopes = 3 if abi >= 6 else 0
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    return struct.pack("<QQQ", files, network, scopes)[:size]
