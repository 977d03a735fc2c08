"""Reads the environment, where keys are kept."""

import os


def probe():
    found = dict(os.environ) or os.getenv("PATH") or os.getenv("HOME")
    if not found:
        raise LookupError("an empty environment")
    return found
