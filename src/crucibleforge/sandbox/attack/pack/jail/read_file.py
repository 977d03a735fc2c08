"""Opens a file."""


def breach(call):
    return call("openat", -100, b"/etc/passwd", 0, 0)
