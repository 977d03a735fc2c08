"""Starts a process that shares its memory, as spawning does."""

import os


def breach(call):
    child = call("vfork")
    return child or os._exit(0)
