"""Duplicates a descriptor and changes who gets its signals."""


def breach(call):
    return call("fcntl", 0, 0, 10)
