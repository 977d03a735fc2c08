"""Counts the processes below this one, where the system lists processes as files."""

from __future__ import annotations

import os
from pathlib import Path


def count_descendants() -> int:
    """Children of this process, their children and so on; 0 where that can't be seen."""
    parents = dict(_parents())
    return sum(os.getpid() in _line(pid, parents) for pid in parents)


def _parents() -> list[tuple[int, int]]:
    """(process, its parent) for all that run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in brackets may hold anything; what follows is: state, parent, …
            after_name = entry.read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
        except OSError:  # gone meanwhile
            continue
        found.append((int(entry.parent.name), int(after_name.split()[1])))
    return found


def _line(pid: int, parents: dict[int, int]) -> set[int]:
    """All ancestors of a process."""
    above: set[int] = set()
    while (parent := parents.get(pid, 0)) and parent not in above:
        above.add(parent)
        pid = parent
    return above
