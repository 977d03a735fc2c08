"""Sends data out inside a name that has to be looked up."""

import socket


def probe():
    return socket.getaddrinfo("localhost", 80) and socket.gethostbyname("data.example.org")
