"""Sends a datagram on a socket that was open before the jail was entered."""

import socket

_socket = socket.socket(type=socket.SOCK_DGRAM)


def breach(call):
    return call("sendto", _socket.fileno(), b"x", 1, 0, b"\x02\0\0\x09\x7f\0\0\x01" + bytes(8), 16)
