"""Changes the size and the rights of a file that was open before the jail was entered."""

import tempfile

_file = tempfile.TemporaryFile()


def breach(call):
    try:
        return call("ftruncate", _file.fileno(), 1 << 30)
    except PermissionError:
        return call("fchmod", _file.fileno(), 0o777)
