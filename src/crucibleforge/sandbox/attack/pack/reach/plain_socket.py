"""Makes a socket of each kind there is, and connects it without any name to look up."""

import socket


def probe():
    for family in (socket.AF_INET, socket.AF_INET6, getattr(socket, "AF_UNIX", 1), 16, 17, 40):
        try:
            return socket.socket(family).connect_ex(("127.0.0.1", 80))
        except OSError as error:
            refused = error
    raise refused
