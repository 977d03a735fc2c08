"""From the start of a process to its first verdict."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.grading.grader import Grader, crucibleforge, evalplus
from benchmarks.grading.setting import Setting
from benchmarks.grading.tasks.catalogue import Item, loop_items, peer_items
from benchmarks.report import Report, spread


def cold_start(setting: Setting) -> Report:
    """CrucibleForge with an empty cache, then both in turns, their files being in the page cache."""
    empty = [_with_empty_cache() for _ in range(setting.compiles)]
    _first_verdict_s(crucibleforge, loop_items()[0])  # whatever the caches lack, it is there afterwards
    warm, peer = [], []
    for _ in range(setting.starts):
        warm.append(_first_verdict_s(crucibleforge, loop_items()[0]))
        if setting.peer:
            peer.append(_first_verdict_s(partial(evalplus, setting.peer), peer_items()[0]))
    rows = [
        ("CrucibleForge, empty cache (compiles its runner)", spread(empty, 2)),
        ("CrucibleForge, warm cache", spread(warm, 2)),
        ("EvalPlus", spread(peer, 2)),
    ]
    data = {"crucibleforge_empty_cache_s": empty, "crucibleforge_s": warm, "evalplus_s": peer}
    return Report("Cold start: process start to first verdict", ("cold start", "seconds"), rows, data)


def _with_empty_cache() -> float:
    with tempfile.TemporaryDirectory() as cache:
        return _first_verdict_s(partial(crucibleforge, cache=Path(cache)), loop_items()[0])


def _first_verdict_s(start: Callable[[], Grader], item: Item) -> float:
    began = time.perf_counter()
    with start() as grader:
        ((passed, _),) = grader.ask("grade", items=[item])
        taken = time.perf_counter() - began
    assert passed, "the first solution is a right one"
    return taken
