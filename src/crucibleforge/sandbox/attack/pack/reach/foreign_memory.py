"""Reads the memory of another process through the C library."""

import ctypes
import os


def probe():
    found = ctypes.create_string_buffer(64)
    ours = (ctypes.c_void_p * 2)(ctypes.addressof(found), 64)
    theirs = (ctypes.c_void_p * 2)(0x400000, 64)
    if ctypes.CDLL(None).process_vm_readv(os.getppid(), ours, 1, theirs, 1, 0) < 0:
        raise OSError("no memory of others")
    return found.raw
