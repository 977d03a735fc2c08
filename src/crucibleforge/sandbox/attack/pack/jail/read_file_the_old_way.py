"""Opens a file by the oldest system call for it."""


def breach(call):
    return call("open", b"/etc/passwd", 0, 0)
