"""Tells the kernel that pages of the machine's memory are broken and must not be used."""


def breach(call):
    return call("madvise", 0, 0, 101)
