"""Becomes another user."""


def breach(call):
    try:
        return call("setresuid", -1, -1, -1)
    except PermissionError:
        return call("setuid", 0)
