"""Reads a file that every Unix system has."""


def probe():
    return open("/etc/passwd").read()
