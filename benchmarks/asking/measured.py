"""A real run's asking, store included, against a scripted server in a process of its own."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from crucibleforge.ask import ModelSpec
from crucibleforge.core.case import Budget, Case, SessionContent
from crucibleforge.core.profile import Part, Profile, Section
from crucibleforge.core.stamps import Stamps
from crucibleforge.run import Engine, Makespan
from crucibleforge.store import open_store
from crucibleforge.suite import Suite, load_suite

ROOT = Path(__file__).parents[2]


def measure(lengths_s: Sequence[float], slots: int, *, knows_lengths: bool) -> Makespan:
    """Ask a model as many questions as there are lengths.

    Args:
        knows_lengths: another model has answered the same questions before; else all of them look alike.
    """
    with _server(lengths_s) as base_url, tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_asked(base_url, len(lengths_s), slots, Path(folder), knows_lengths))


async def _asked(base_url: str, count: int, slots: int, folder: Path, knows_lengths: bool) -> Makespan:
    names = ["earlier", "able"] if knows_lengths else ["able"]
    with open_store(folder / "store.db") as store, store.writer("benchmark") as writer:
        engine = Engine(_suite(count), store, writer, lambda _event: None, checks_setup=False)
        for name in names:
            await engine.ask([ModelSpec(name, base_url, name, concurrency=slots)])
    assert not engine.missing
    return engine.makespans[-1]


@contextmanager
def _server(lengths_s: Sequence[float]) -> Iterator[str]:
    command = [sys.executable, "-m", "benchmarks.asking.server", json.dumps(lengths_s)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()


def _suite(count: int) -> Suite:
    """The packaged suite's settings around so many questions that differ only in their number."""
    cases = {case.id: case for case in map(_case, range(count))}
    part = Part("questions", "Questions", 10, tuple(cases))
    return replace(load_suite(), cases=cases, profile=Profile((Section("all", "All", (part,)),)))


def _case(number: int) -> Case:
    content = SessionContent((f"Question {number}?",), "", (), ())
    stamps = Stamps(f"question {number}", "judge", "check")
    return Case(f"Q{number}", "question", "Question", "questions", "session", "order", Budget(256), content, stamps)
