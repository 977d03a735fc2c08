"""Opens a file by the newest system call for it, whose flags hide in memory."""

import ctypes


def breach(call):
    how = (ctypes.c_uint64 * 3)(0, 0, 0)
    return call("openat2", -100, b"/etc/passwd", how, 24)
