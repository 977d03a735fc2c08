"""Talks to the sockets of services: message buses, containers, displays."""

import socket


def probe():
    for address in ("/run/docker.sock", "/run/dbus/system_bus_socket", "/tmp/.X11-unix/X0", "\0abstract"):
        try:
            channel = socket.socket(socket.AF_UNIX)
            return channel.connect(address) or "connected"
        except (OSError, AttributeError) as error:
            refused = error
    raise refused
