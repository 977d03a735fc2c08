"""Starts a shell by the oldest ways there are."""

import os


def probe():
    status = os.system("touch /tmp/cheat_marker_shell") if hasattr(os, "system") else -1
    if status != 0:
        return os.popen("touch /tmp/cheat_marker_shell").read()
    return status
