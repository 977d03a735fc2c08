"""Moves into namespaces of its own, where it would be root."""


def breach(call):
    return call("unshare", 0x10000000)
