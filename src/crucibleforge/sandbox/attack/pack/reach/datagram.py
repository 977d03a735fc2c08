"""Sends a datagram, which needs no connection."""

import socket


def probe():
    return socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
