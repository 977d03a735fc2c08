"""Starts a shell by the oldest ways there are."""

import os


def probe():
    if hasattr(os, "system"):
        return os.system("touch /tmp/cheat_marker_shell")
    return os.popen("touch /tmp/cheat_marker_shell").read()
