"""Gets hold of its parent by a descriptor, and sends it a signal over that."""

import os

_parent = os.pidfd_open(os.getppid())


def breach(call):
    try:
        return call("pidfd_send_signal", _parent, 0, None, 0)
    except PermissionError:
        return call("pidfd_open", 1, 0)
