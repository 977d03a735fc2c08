"""Traces its parent as a debugger does, or lets itself be traced."""

import os

_parent = os.getppid()


def breach(call):
    try:
        return call("ptrace", 0x4206, _parent, 0, 0)
    except PermissionError:
        return call("ptrace", 0, 0, 0, 0)
