"""Changes its user, its priority and its limits."""

import os


def probe():
    for change in (
        lambda: os.setuid(0),
        lambda: os.nice(-5),
        lambda: __import__("resource").setrlimit(0, (-1, -1)),
    ):
        try:
            return change() or "changed"
        except (OSError, AttributeError, ImportError) as error:
            refused = error
    raise refused
