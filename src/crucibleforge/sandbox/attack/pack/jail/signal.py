"""Sends signals to its parent and to itself."""

import os


def breach(call):
    try:
        return call("kill", os.getppid(), 0)
    except PermissionError:
        return call("tgkill", os.getpid(), os.getpid(), 0)
