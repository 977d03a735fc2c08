"""Sends signals to its parent, to its group and to everyone."""

import os


def probe():
    for target in (os.getppid(), 1, 0, -1):
        os.kill(target, 0)
        return target
