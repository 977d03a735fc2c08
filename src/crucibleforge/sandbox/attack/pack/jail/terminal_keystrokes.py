"""Types into the terminal, on a descriptor that every worker has."""


def breach(call):
    return call("ioctl", 1, 0x5412, b"x")
