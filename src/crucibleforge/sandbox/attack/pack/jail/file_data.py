"""Asks whether a file exists and how large it is."""

import ctypes


def breach(call):
    try:
        return call("statx", -100, b"/etc/passwd", 0, 0x7FF, ctypes.create_string_buffer(256))
    except PermissionError:
        return call("newfstatat", -100, b"/etc/passwd", ctypes.create_string_buffer(256), 0)
