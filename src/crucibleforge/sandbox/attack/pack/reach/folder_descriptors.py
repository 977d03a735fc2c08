"""Opens files by way of descriptors of folders that may have been left open."""

import os


def probe():
    for descriptor in range(64):
        try:
            return os.open("etc/hostname", os.O_RDONLY, dir_fd=descriptor)
        except OSError as error:
            refused = error
    raise refused
