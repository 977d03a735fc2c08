"""Becomes a program that was open before the jail was entered."""

import ctypes
import os

_program = os.open("/bin/true", os.O_RDONLY)


def breach(call):
    return call("execveat", _program, b"", (ctypes.c_char_p * 2)(b"true", None), None, 0x1000)
