"""Becomes another program by a raw system call."""

import ctypes


def breach(call):
    return call("execve", b"/bin/true", (ctypes.c_char_p * 2)(b"true", None), None)
