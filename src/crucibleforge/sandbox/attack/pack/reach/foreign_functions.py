"""Has the C library open a file, past everything that Python checks."""

import ctypes


def probe():
    descriptor = ctypes.CDLL(None).open(b"/etc/hostname", 0)
    if descriptor < 0:
        raise OSError("the C library may not either")
    return descriptor
