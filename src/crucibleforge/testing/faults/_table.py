"""The registry as a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from ._fault import ScriptedFault
from ._registry import KINDS

_ESCAPES = str.maketrans({"|": r"\|", "<": r"\<", "*": r"\*", "\n": " "})


def table() -> str:
    """One table for each kind: name, what the endpoint does, what it must lead to, how many requests."""
    return "\n".join(line for kind, entries in KINDS.items() for line in _section(kind, entries))


def _section(kind: str, entries: tuple[ScriptedFault, ...]) -> Iterator[str]:
    yield f"## {kind}\n"
    yield "| fault | what the endpoint does | what it must lead to | requests |"
    yield "| --- | --- | --- | ---: |"
    for entry in entries:
        cells = (f"`{entry.name}`", _cell(entry.does), _cell(str(entry.leads_to)), str(entry.leads_to.requests))
        yield f"| {' | '.join(cells)} |"
    yield ""


def _cell(text: str) -> str:
    return text.translate(_ESCAPES)
