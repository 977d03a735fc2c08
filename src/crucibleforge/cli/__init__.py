"""The command line: one file per command that parses, calls and prints."""

from ._app import main

__all__ = ["main"]
