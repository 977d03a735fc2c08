"""Changes its own limits and those of its parent."""

import ctypes
import os

_parent = os.getppid()


def breach(call):
    return call("prlimit64", _parent, 7, None, (ctypes.c_uint64 * 2)())
