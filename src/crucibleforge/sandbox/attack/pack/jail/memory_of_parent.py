"""Reads its parent's memory, where the tests are."""

import ctypes
import os

_parent = os.getppid()


def breach(call):
    found = ctypes.create_string_buffer(64)
    ours = (ctypes.c_uint64 * 2)(ctypes.addressof(found), 64)
    theirs = (ctypes.c_uint64 * 2)(id(object), 64)
    return call("process_vm_readv", _parent, ours, 1, theirs, 1, 0)
