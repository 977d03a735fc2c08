"""The terminal, and what may be printed on it."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

console = Console(highlight=False)


def plain(text: str) -> Text:
    """Text from outside, without the control characters by which it could steer a terminal; each takes one place."""
    return Text("".join(char if char.isprintable() or char in "\n\t" else "�" for char in text))
