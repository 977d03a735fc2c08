"""Opens a terminal of its own, or puts keystrokes into that of its user."""

import os


def probe():
    try:
        return os.openpty()
    except (OSError, AttributeError):
        import fcntl

        return fcntl.ioctl(0, 0x5412, b"x")
