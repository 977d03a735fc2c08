"""Connects a socket that was open before the jail was entered."""

import socket

_socket = socket.socket()


def breach(call):
    return call("connect", _socket.fileno(), b"\x02\0\0\x09\x7f\0\0\x01" + bytes(8), 16)
