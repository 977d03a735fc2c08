"""Lists a folder that was open before the jail was entered."""

import ctypes
import os

_root = os.open("/", os.O_RDONLY)


def breach(call):
    return call("getdents64", _root, ctypes.create_string_buffer(4096), 4096)
