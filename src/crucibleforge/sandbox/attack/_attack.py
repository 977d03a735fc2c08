"""Attacks a sandbox with the shipped pack, and looks afterwards whether anything is left or broken."""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from crucibleforge.sandbox._sandbox import GroupResult, Sandbox

from . import _victim
from ._breach import try_breach
from ._descendants import count_descendants
from ._pack import Attack, Kind, honest_source, read_attacks

FUEL = 200_000_000
"""Enough for the honest solution seven times over, and for the longest frames; attacks that burn it are over soon."""

_LINE = re.compile(r"line \d+(: |$)")
"""Where a test of ours stopped is of no interest to anyone."""

_PATIENCE_S = 2.0
"""How long processes may take to be gone."""


@dataclass(frozen=True, slots=True)
class AttackOutcome:
    """What one attack came to."""

    name: str
    trick: str
    kind: Kind
    succeeded: bool
    ended: str
    """How: what stopped it, or what it got; one line."""


def attack(sandbox: Sandbox, attacks: Sequence[Attack] | None = None) -> Iterator[AttackOutcome]:
    """Tries each attack in turn; without `attacks` the whole pack, less what attacks a jail that isn't there.

    An attack succeeds by passing a test or getting out, and also by what it leaves: a file, a process, a sandbox that
    judges an honest solution otherwise than before, or a failure that looks like the machine's.
    """
    scene = _Scene(sandbox)
    for one in possible_attacks(sandbox) if attacks is None else attacks:
        gain, ended = _TRIED[one.kind](sandbox, one.source)
        damage = gain or scene.damage()
        yield AttackOutcome(one.name, one.trick, one.kind, bool(damage), damage or ended)


def possible_attacks(sandbox: Sandbox) -> tuple[Attack, ...]:
    """The pack, without the attacks on the jail where the system has no such thing."""
    return tuple(one for one in read_attacks() if one.kind != "jail" or sandbox.jail.seccomp)


class _Scene:
    """How things were before the first attack, to be compared after each."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._source = honest_source()
        self._fuels = {self._honest().fuel for _ in range(2)}
        self._processes = count_descendants()
        self._markers = _markers()

    def damage(self) -> str:
        """What is different now; empty when nothing is."""
        if left := _markers() - self._markers:
            return f"left files: {', '.join(map(str, sorted(left)))}"
        if not self._is_alone():
            return "left processes running"
        honest = self._honest()
        if not honest.passed:
            return f"the honest solution fails afterwards: {honest.reason}"
        if len(self._fuels) == 1 and honest.fuel not in self._fuels:
            return f"the honest solution costs {honest.fuel} units afterwards, not {min(self._fuels)}"
        return ""

    def _honest(self) -> GroupResult:
        return self._sandbox.run_group(self._source, _victim.all_of_it, fuel=FUEL)

    def _is_alone(self) -> bool:
        deadline = time.monotonic() + _PATIENCE_S
        while count_descendants() > self._processes:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True


def _cheat(sandbox: Sandbox, source: str) -> tuple[str, str]:
    """(what it gained, how it ended)."""
    results = [sandbox.run_group(source, group, fuel=FUEL) for group in _victim.GROUPS]
    passed = [group.__name__ for group, result in zip(_victim.GROUPS, results, strict=True) if result.passed]
    return f"passed {', '.join(passed)}" if passed else _broke(results), _told(results)


def _reach(sandbox: Sandbox, source: str) -> tuple[str, str]:
    result = sandbox.run_group(source, lambda solution: solution.probe(), fuel=FUEL)
    return "got out" if result.passed else _broke([result]), _told([result])


def _broke(results: Sequence[GroupResult]) -> str:
    return next((f"broke the worker: {one.reason}" for one in results if one.ended == "infrastructure"), "")


def _told(results: Sequence[GroupResult]) -> str:
    """`assertion ×5, died ×2: the first reason`."""
    ends = Counter(result.ended for result in results)
    counted = ", ".join(f"{end} ×{count}" if len(results) > 1 else end for end, count in ends.most_common())
    reason = next(filter(None, (_LINE.sub("", result.reason) for result in results)), "")
    return f"{counted}: {reason}" if reason else counted


def _breach(_sandbox: Sandbox, source: str) -> tuple[str, str]:
    return try_breach(source)


_TRIED = {"cheat": _cheat, "reach": _reach, "jail": _breach}


def _markers() -> set[Path]:
    """The files by which attacks boast, where one that got out would leave them."""
    return {
        path for place in (Path(tempfile.gettempdir()), Path.home(), Path.cwd()) for path in place.glob("cheat_marker*")
    }
