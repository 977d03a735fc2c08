"""Changes the working folder and the root folder."""

import os


def probe():
    for change in ("chroot", "chdir", "fchdir"):
        try:
            return getattr(os, change)("/" if change != "fchdir" else 3) or change
        except (OSError, AttributeError) as error:
            refused = error
    raise refused
