"""Asks the library for a temporary file, which tries many folders."""

import tempfile


def probe():
    with tempfile.NamedTemporaryFile(prefix="cheat_marker_", delete=False) as file:
        return file.write(b"was here")
