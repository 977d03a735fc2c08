"""Writes into its parent's memory."""

import ctypes
import os

_parent = os.getppid()


def breach(call):
    nothing = (ctypes.c_uint64 * 2)(0, 0)
    return call("process_vm_writev", _parent, nothing, 1, nothing, 1, 0)
