"""Reads from descriptors that may come from a file or from the asking side."""

import os


def probe():
    for descriptor in range(3, 64):
        try:
            return os.read(descriptor, 100), os.fstat(descriptor)
        except OSError as error:
            refused = error
    raise refused
