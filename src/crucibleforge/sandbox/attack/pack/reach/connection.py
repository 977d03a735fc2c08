"""Connects to a port of this machine."""

import socket


def probe():
    return socket.create_connection(("127.0.0.1", 80), 1)
