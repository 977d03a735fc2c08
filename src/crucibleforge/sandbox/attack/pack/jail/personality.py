"""Switches off the random layout of memory."""


def breach(call):
    return call("personality", 0x0040000)
