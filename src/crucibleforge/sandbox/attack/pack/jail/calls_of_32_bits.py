"""Calls the kernel from machine code through the gate of 32-bit programs, where numbers mean other things."""

import ctypes
import mmap
import platform

_GETPID_BY_INT80 = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"
_code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
_code.write(_GETPID_BY_INT80)


def breach(call):
    if platform.machine() != "x86_64":
        return call("open", b"/etc/passwd", 0, 0)
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(_code)))()
