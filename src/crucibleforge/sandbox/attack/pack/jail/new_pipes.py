"""Makes pipes and the like, through which it could talk with others."""

import ctypes


def breach(call):
    for attempt in (
        lambda: call("pipe2", (ctypes.c_int * 2)(), 0),
        lambda: call("epoll_create1", 0),
        lambda: call("signalfd4", -1, bytes(8), 8, 0),
    ):
        try:
            return attempt()
        except PermissionError:
            continue
    return call("shmget", 0, 4096, 0o1600)
