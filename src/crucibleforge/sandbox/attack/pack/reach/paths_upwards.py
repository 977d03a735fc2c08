"""Climbs out of the working folder by relative paths and strange spellings."""

import os

_SPELLINGS = ("../" * 9 + "etc/hostname", "//etc//./hostname", "/proc/1/root/etc/hostname", "\\\\?\\C:\\Windows", "C:/")


def probe():
    failures = []
    for path in _SPELLINGS:
        try:
            return os.stat(path)
        except OSError as error:
            failures.append(error)
    raise ExceptionGroup("no way up", failures)
