"""The program as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from crucibleforge.testing import ScriptedServer
from tests.tiny import ROOT


class Cli:
    """The program as a process, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "crucibleforge", *words],
            cwd=self.folder,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        with self.start(*words, **environment) as process:
            out, err = process.communicate(timeout=300)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def run(self, model: str, judge: str | None, *words: str) -> subprocess.CompletedProcess[str]:
        return self("run", model, *(("--judge", judge) if judge else ()), "--suite", str(ROOT), *words)

    def rows(self) -> dict[str, Any]:
        rows: dict[str, Any] = json.loads(self("score", "--suite", str(ROOT), "--json").stdout)
        return rows


def at(server: ScriptedServer, name: str) -> str:
    return f"{server.base_url}#{name}"
