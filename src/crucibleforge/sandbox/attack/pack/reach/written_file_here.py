"""Writes a file into the working folder."""

import pathlib


def probe():
    return pathlib.Path("cheat_marker_here").write_text("was here")
