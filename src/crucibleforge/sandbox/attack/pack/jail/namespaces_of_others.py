"""Moves into the namespaces of its parent."""

import os

_parent = os.pidfd_open(os.getppid())


def breach(call):
    return call("setns", _parent, 0x40000000)
