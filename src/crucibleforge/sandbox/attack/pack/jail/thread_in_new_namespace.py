"""Starts a thread, which is allowed, in a network namespace of its own, which is not."""

import ctypes

_STACK = ctypes.create_string_buffer(1 << 16)
_THREAD = 0x00010000 | 0x00000800 | 0x00000100
_NEW_NETWORK = 0x40000000


def breach(call):
    top = ctypes.addressof(_STACK) + len(_STACK) - 4096 & ~15
    return call("clone", _THREAD | _NEW_NETWORK, top, 0, 0, 0)
