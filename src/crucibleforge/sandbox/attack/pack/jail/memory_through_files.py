"""Reads its parent's memory and environment through the files in which the system shows them."""

import os

_parent = os.getppid()


def breach(call):
    for file in ("mem", "environ", "maps", "fd/0"):
        try:
            return call("openat", -100, f"/proc/{_parent}/{file}".encode(), 0, 0)
        except PermissionError:
            continue
    return call("openat", -100, b"/proc/self/mem", 2, 0)
