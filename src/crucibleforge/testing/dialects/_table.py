"""The registry as a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from ._dialect import ScriptedDialect
from ._registry import DIALECTS


def table() -> str:
    """One row for each dialect: how the endpoint is, what is found out, what the answer to a question takes."""
    head = "| dialect | how the endpoint is | what the set-up check finds | the answer to a question |"
    return "\n".join((head, "| --- | --- | --- | --- |", *map(_row, DIALECTS.values()), ""))


def _row(entry: ScriptedDialect) -> str:
    found = "; ".join(_found(entry)) or "nothing unusual"
    return f"| `{entry.name}` | {entry.does} | {found} | {_answer(entry)} |"


def _found(entry: ScriptedDialect) -> Iterator[str]:
    yield from entry.learns
    if entry.doubts:
        yield f"fails: {', '.join(entry.doubts)}"
    if entry.told:
        yield f"told only: {', '.join(entry.told)}"


def _answer(entry: ScriptedDialect) -> str:
    if entry.reason:
        return f"not asked: {entry.reason}"
    requests = "one request" if entry.requests == 1 else f"{entry.requests} requests"
    return f"{requests}, noted: {entry.note}" if entry.note else requests
