"""Passes a descriptor to somebody over a socket that was open before the jail was entered."""

import ctypes
import socket

_one, _other = socket.socketpair()


def breach(call):
    return call("sendmsg", _one.fileno(), ctypes.create_string_buffer(56), 0)
