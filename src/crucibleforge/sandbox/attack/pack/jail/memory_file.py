"""Makes a file in memory, from which a program could be started."""


def breach(call):
    return call("memfd_create", b"program", 0)
