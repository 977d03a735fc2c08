"""Splits into two processes by a call whose flags hide in memory."""

import ctypes
import os


def breach(call):
    child = call("clone3", (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17), 88)
    return child or os._exit(0)
