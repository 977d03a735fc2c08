"""What Linux says about processes: descendants, memory, processor time."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Memory:
    """What a process holds, in MiB."""

    rss: float
    pss: float
    """Pages that others map as well, counted in shares."""

    def __add__(self, other: Memory) -> Memory:
        return Memory(self.rss + other.rss, self.pss + other.pss)


def descendants(pid: int) -> list[int]:
    """Children, their children and so on, as far as they live."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*"):
        for child in map(int, _read(task / "children").split()):
            found += [child, *descendants(child)]
    return found


def memory(pid: int) -> Memory | None:
    """What the process holds now, None once it is gone."""
    lines = dict(line.split(":", 1) for line in _read(Path(f"/proc/{pid}/smaps_rollup")).splitlines() if ":" in line)
    if "Rss" not in lines or "Pss" not in lines:
        return None
    return Memory(*(int(lines[name].split()[0]) / 1024 for name in ("Rss", "Pss")))


def cpu_s(pid: int) -> float:
    """Processor time of a process, of its living descendants, and of children that have ended."""
    return sum(_own_cpu_s(each) for each in (pid, *descendants(pid)))


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    state = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return bool(state) and state[0] != "Z"


def _own_cpu_s(pid: int) -> float:
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS_A_SECOND


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the process has ended
        return ""
