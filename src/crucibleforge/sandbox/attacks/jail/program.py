"""Becomes another program."""

import ctypes


def breach(call):
    return call("execve", b"/bin/true", (ctypes.c_char_p * 2)(b"true", None), None)
