"""The terminal, and what may be printed on it."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

# Names and texts from outside stand in tables and lines: none of them is ever read as markup.
console = Console(highlight=False, markup=False)


def on_stderr(*, quiet: bool = False) -> Console:
    """The terminal for progress, beside what a command prints."""
    return Console(stderr=True, highlight=False, markup=False, quiet=quiet)


def plain(text: str) -> Text:
    """Text from outside, without the control characters by which it could steer a terminal; each takes one place."""
    return Text("".join(char if char.isprintable() or char in "\n\t" else "�" for char in text))
