"""Mounts a file system, by the old call and the new."""


def breach(call):
    try:
        return call("mount", b"none", b"/nowhere/at/all", b"tmpfs", 0, None)
    except PermissionError:
        return call("fsopen", b"tmpfs", 0)
