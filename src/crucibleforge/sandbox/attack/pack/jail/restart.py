"""Restarts the machine, with a password that the kernel doesn't accept."""


def breach(call):
    return call("reboot", 0, 0, 0, None)
