"""Reads the kernel's log."""


def breach(call):
    return call("syslog", 10, None, 0)
