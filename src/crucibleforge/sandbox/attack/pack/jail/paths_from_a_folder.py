"""Opens a file relative to a folder that was open before the jail was entered."""

import os

_etc = os.open("/etc", os.O_RDONLY)


def breach(call):
    return call("openat", _etc, b"passwd", 0, 0)
