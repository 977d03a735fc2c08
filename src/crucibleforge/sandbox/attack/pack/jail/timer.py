"""Sets a timer that goes on after it is done."""

import ctypes


def breach(call):
    return call("timer_create", 0, None, ctypes.byref(ctypes.c_int()))
