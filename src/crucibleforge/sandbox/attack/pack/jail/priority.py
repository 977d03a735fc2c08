"""Changes how much of the processor its parent gets."""

import os

_parent = os.getppid()


def breach(call):
    return call("setpriority", 0, _parent, 0)
