"""Loads a program into the kernel, or makes it tables."""

import ctypes


def breach(call):
    return call("bpf", 0, ctypes.create_string_buffer(b"\x02\0\0\0\x04\0\0\0\x04\0\0\0\x01\0\0\0", 128), 128)
