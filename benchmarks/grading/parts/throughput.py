"""Solutions graded per second, the graders taking turns over the same solutions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

from benchmarks.grading.grader import crucibleforge, evalplus
from benchmarks.grading.setting import Setting
from benchmarks.grading.tasks.catalogue import loop_items, peer_items, solutions, written_items
from benchmarks.report import Report, middle, ratios, spread

from .contender import Contender

_PEER = "EvalPlus"

Scene = dict[str, Contender]
"""By name; they were measured in turns."""


def throughput(setting: Setting) -> Report:
    """Both graders on one core, then two of each on all cores."""
    scenes = {
        "1 process, 1 core": _compared(setting, graders=1, cores={0}),
        "2 processes at once": _compared(setting, graders=2, cores=None),
    }
    rows = [row for name, scene in scenes.items() for row in _rows(name, scene)]
    broken = [f"{name}: {line}" for name, scene in scenes.items() for line in _mistakes(scene)]
    data = {name: {each.name: _data(each, scene) for each in scene.values()} for name, scene in scenes.items()}
    columns = (
        *("throughput", "grader", "solutions/s each", "cpu ms/solution"),
        *("rate / EvalPlus's", "cpu / EvalPlus's", "wrong"),
    )
    return Report(
        "Throughput: 24 solutions a round, 50 asserts each; median (least..most); the rate is each process's",
        columns,
        rows,
        data,
        broken,
    )


def _compared(setting: Setting, *, graders: int, cores: set[int] | None) -> Scene:
    contenders = [
        Contender("CrucibleForge, loop", crucibleforge, loop_items()),
        Contender("CrucibleForge, written", crucibleforge, written_items()),
    ]
    if setting.peer:
        contenders.append(Contender(_PEER, partial(evalplus, setting.peer), peer_items()))
    with ExitStack() as stack:
        for each in contenders:
            stack.enter_context(each.running(graders, cores))
        for number in range(setting.rounds):
            for each in contenders if number % 2 else reversed(contenders):
                each.measure()
    return {each.name: each for each in contenders}


def _rows(name: str, scene: Scene) -> Iterator[tuple[str, ...]]:
    for each in scene.values():
        rates, costs = _ratios(each, scene)
        wrong = sum(came != is_right for came, (_, _, is_right) in zip(each.found, solutions(), strict=True))
        yield (
            *(name, each.name, spread(each.rates), spread(each.cpu_ms)),
            *(spread(rates, 2), spread(costs, 2), str(wrong)),
        )


def _ratios(each: Contender, scene: Scene) -> tuple[list[float], list[float]]:
    """Of rates and of processor time, one a round; empty without a peer."""
    peer = scene.get(_PEER)
    if peer is None:
        return [], []
    return ratios(each.rates, peer.rates), ratios(each.cpu_ms, peer.cpu_ms)


def _mistakes(scene: Scene) -> list[str]:
    return [
        f"{each.name} takes the {'right' if is_right else 'wrong'} solution of {task.entry} for the other"
        for each in scene.values()
        for came, (task, _, is_right) in zip(each.found, solutions(), strict=True)
        if came != is_right
    ]


def _data(each: Contender, scene: Scene) -> dict[str, Any]:
    rates, costs = _ratios(each, scene)
    return {
        "solutions_per_s_and_process": each.rates,
        "cpu_ms_per_solution": each.cpu_ms,
        "rate_to_evalplus": rates,
        "rate_to_evalplus_median": middle(rates),
        "cpu_to_evalplus": costs,
        "cpu_to_evalplus_median": middle(costs),
        "verdicts": each.found,
    }
