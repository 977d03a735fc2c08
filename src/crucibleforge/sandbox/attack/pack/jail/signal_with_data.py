"""Sends a signal that carries data to its parent."""

import ctypes
import os

_parent = os.getppid()


def breach(call):
    information = ctypes.create_string_buffer(128)
    return call("rt_sigqueueinfo", _parent, 0, information)
