"""Has the kernel copy data between descriptors."""

import os
import tempfile

_reading, _writing = os.pipe()
_file = tempfile.TemporaryFile()


def breach(call):
    try:
        return call("splice", _reading, None, _file.fileno(), None, 1, 2)
    except PermissionError:
        return call("sendfile", _writing, _file.fileno(), None, 1)
