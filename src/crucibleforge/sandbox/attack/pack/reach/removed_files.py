"""Removes, renames and reattributes files instead of reading them."""

import os


def probe():
    for change in (
        lambda: os.rename("/tmp/cheat_marker_none", "/tmp/cheat_marker_renamed"),
        lambda: os.mkdir("/tmp/cheat_marker_folder"),
        lambda: os.utime("/tmp"),
        lambda: os.truncate("/tmp/cheat_marker_none", 0),
    ):
        try:
            return change() or "changed"
        except OSError as error:
            refused = error
    raise refused
