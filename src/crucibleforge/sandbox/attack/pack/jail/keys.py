"""Reads and writes the kernel's store of keys."""


def breach(call):
    try:
        return call("keyctl", 0, -3, 0)
    except PermissionError:
        return call("add_key", b"user", b"cheat", b"x", 1, -3)
