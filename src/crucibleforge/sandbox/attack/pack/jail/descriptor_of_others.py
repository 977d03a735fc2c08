"""Takes a descriptor out of its parent."""

import os

_parent = os.pidfd_open(os.getppid())


def breach(call):
    return call("pidfd_getfd", _parent, 0, 0)
