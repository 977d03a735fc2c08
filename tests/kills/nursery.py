"""Starts of the program that cost little: forked from a process that has imported everything already."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "crucibleforge.ask._wire",
        "crucibleforge.board",
        "crucibleforge.cli.run",
        "crucibleforge.store.migrations.versions.m0001_first",
        "sqlalchemy.dialects.postgresql.psycopg",
        "sqlalchemy.dialects.sqlite.pysqlite",
        "tests.kills.nursery",
    ]
)


class Forked:
    """A program that began where its imports end; in a session of its own, as a shell's job is."""

    def __init__(self, words: Sequence[str], folder: Path, out: Path, err: Path) -> None:
        self._process: ForkServerProcess = _FORKS.Process(target=_run, args=(words, folder, out, err))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Its exit code, once it has one."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Its exit code; raises TimeoutError."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"process {self.pid} is still there after {timeout:g} s")
        return self._process.exitcode


def _run(words: Sequence[str], folder: Path, out: Path, err: Path) -> None:
    from crucibleforge.cli import main

    os.setsid()
    os.chdir(folder)
    for path, stream in ((out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    sys.argv = ["crucibleforge", *words]
    main()
