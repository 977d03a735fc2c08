"""Becomes another program."""

import os


def probe():
    return os.execv("/bin/sh", ["sh", "-c", "touch /tmp/cheat_marker_exec"])
