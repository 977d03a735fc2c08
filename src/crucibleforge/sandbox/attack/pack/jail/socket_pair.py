"""Makes a pair of connected sockets, over which descriptors can be passed."""

import ctypes


def breach(call):
    return call("socketpair", 1, 1, 0, (ctypes.c_int * 2)())
