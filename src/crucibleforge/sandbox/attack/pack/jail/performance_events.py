"""Measures the machine, by which secrets of other processes have leaked before."""

import ctypes


def breach(call):
    return call("perf_event_open", ctypes.create_string_buffer(b"\x01\0\0\0\x70\0\0\0", 112), 0, -1, -1, 0)
