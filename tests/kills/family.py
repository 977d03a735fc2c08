"""The processes that a program started, read from /proc: none may outlive it."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class Member:
    """A process, told from a later one of the same number by the moment of its start."""

    pid: int
    since: str


def descendants(pid: int) -> set[Member]:
    """Children of a process, and theirs."""
    parents = {each: stat for each in _pids() if (stat := _stat(each))}
    found, fresh = set[int](), {pid}
    while fresh:
        found |= fresh
        fresh = {child for child, (parent, _) in parents.items() if parent in fresh} - found
    return {Member(each, parents[each][1]) for each in found - {pid}}


def still_alive(family: Collection[Member], moment_s: float = 20.0) -> int:
    """How many are there even after a moment."""
    deadline = time.monotonic() + moment_s
    while True:
        left = sum((stat := _stat(each.pid)) is not None and stat[1] == each.since for each in family)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(_POLL_S)


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _stat(pid: int) -> tuple[int, str] | None:
    """Parent and start of a process; None when it is gone, or dead and only waits to be counted."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if words[0] == "Z" else (int(words[1]), words[19])
