"""Takes file systems away."""


def breach(call):
    return call("umount2", b"/nowhere/at/all", 0)
