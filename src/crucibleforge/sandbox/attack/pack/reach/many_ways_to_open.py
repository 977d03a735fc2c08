"""Opens a file in all the ways the library offers, in case one was forgotten."""

import codecs
import io
import os
import pathlib
import tokenize

_WAYS = (
    lambda path: io.FileIO(path).read(),
    lambda path: io.open_code(path).read(),
    lambda path: os.read(os.open(path, os.O_RDONLY), 9),
    lambda path: pathlib.Path(path).read_bytes(),
    lambda path: codecs.open(path).read(),
    lambda path: tokenize.open(path).read(),
)


def probe():
    for way in _WAYS:
        try:
            return way("/etc/hostname")
        except OSError as error:
            refused = error
    raise refused
