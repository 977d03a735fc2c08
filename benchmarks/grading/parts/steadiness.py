"""A solution near its limit, graded on an idle machine and on a busy one: does the verdict stay?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from benchmarks.grading.grader import Grader, crucibleforge, evalplus
from benchmarks.grading.load import busy_processors
from benchmarks.grading.setting import Setting
from benchmarks.report import Report

_SOURCE = """
def f(number):
    total = 0
    for each in range(number):
        total += each * each % 7
    return total * 0
"""
_TURNS = 50_000
_AMPLE_FUEL = 10_000_000_000
_PEER_LIMIT_S = 1.0
"""EvalPlus's default for one input."""

Shares = dict[str, dict[str, Counter[str]]]
"""Distinct findings with their counts, by the share of the limit that is used, then by idle and loaded."""


def steadiness(setting: Setting) -> Report:
    """Counts the different findings; CrucibleForge must have one for each limit.

    CrucibleForge's solution stays and its limit moves, EvalPlus's limit is its default and the solution's work moves.
    """
    with crucibleforge() as grader:
        ours = _ours(grader, setting.borderline)
    peer = _peer(setting.peer, setting.peer_borderline) if setting.peer else {}
    rows = [_row(f"CrucibleForge, {share} of its fuel", scenes) for share, scenes in ours.items()]
    rows += [_row(f"EvalPlus, {share} of its time", scenes) for share, scenes in peer.items()]
    broken = [f"CrucibleForge at {share}: {_told(_all(at))}" for share, at in ours.items() if len(_all(at)) > 1]
    columns = ("steadiness", "no load of ours", "all processors busy", "different findings")
    return Report("Steadiness: a borderline solution, again and again", columns, rows, _data(ours, peer), broken)


def _ours(grader: Grader, times: int) -> Shares:
    ((passed, _, need),) = grader.ask("limited", source=_SOURCE, argument=_TURNS, fuel=_AMPLE_FUEL, times=1)
    assert passed, "ample fuel is enough"
    limits = {"90 %": need * 10 // 9, "all but 1": need + 1, "100 %": need, "110 %": need * 10 // 11}

    def findings(limit: int) -> Counter[str]:
        results = grader.ask("limited", source=_SOURCE, argument=_TURNS, fuel=limit, times=times)
        return Counter(f"{ended}, {fuel:,}" for _, ended, fuel in results)

    return _idle_and_loaded(limits, findings)


def _peer(python: Path, times: int) -> Shares:
    with evalplus(python) as grader:
        turns = _TURNS * 20
        turns = round(turns * _PEER_LIMIT_S / grader.ask("native_s", source=_SOURCE, argument=turns, times=9))
        arguments = {"90 %": turns * 9 // 10, "100 %": turns, "110 %": turns * 11 // 10}

        def findings(argument: int) -> Counter[str]:
            return Counter(grader.ask("repeated", source=_SOURCE, argument=argument, times=times))

        return _idle_and_loaded(arguments, findings)


def _idle_and_loaded(levels: dict[str, int], findings: Callable[[int], Counter[str]]) -> Shares:
    found: Shares = {share: {} for share in levels}
    for scene, load in (("idle", nullcontext()), ("loaded", busy_processors())):
        with load:
            for share, level in levels.items():
                found[share][scene] = findings(level)
    return found


def _row(name: str, scenes: dict[str, Counter[str]]) -> tuple[str, ...]:
    return name, _told(scenes["idle"]), _told(scenes["loaded"]), str(len(_all(scenes)))


def _all(scenes: dict[str, Counter[str]]) -> Counter[str]:
    return scenes["idle"] + scenes["loaded"]


def _told(findings: Counter[str]) -> str:
    return "; ".join(f"{count} × {finding}" for finding, count in findings.most_common())


def _data(ours: Shares, peer: Shares) -> dict[str, Any]:
    return {
        name: {share: {scene: dict(found) for scene, found in scenes.items()} for share, scenes in shares.items()}
        for name, shares in (("crucibleforge", ours), ("evalplus", peer))
    }
