"""Splits into two processes, by the plain call and by `clone`."""

import os


def breach(call):
    try:
        child = call("fork")
    except OSError:
        child = call("clone", 17, 0, 0, 0, 0)
    return child or os._exit(0)
