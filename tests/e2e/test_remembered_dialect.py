"""What an endpoint refused is remembered by the next process, and forgotten where it holds no longer."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.testing import Reply, ScriptedServer
from tests.e2e.process import Cli, at
from tests.tiny import ROOT, perfect_model

MODEL = perfect_model()


class Picky:
    """Refuses parts of a request, and counts how often it had to."""

    def __init__(self, *refused: str) -> None:
        self.refused = refused
        self.count = 0

    def __call__(self, request: Any) -> Reply:
        roles = {message["role"] for message in request["messages"]}
        for name in self.refused:
            if name in request or (name == "system" and "system" in roles):
                self.count += 1
                words = f"Unsupported parameter: {name!r} is not supported with this model."
                if name == "system":
                    words = "'messages[0].role' does not support 'system' with this model."
                return Reply(words, status=400)
        return MODEL(request)


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def test_no_refused_way_is_taken_again_by_another_process(cli: Cli) -> None:
    root = Path(shutil.copytree(ROOT, cli.folder / "suite"))
    picky = Picky("max_tokens", "temperature", "system")
    with ScriptedServer.in_thread(picky) as server:
        words = ("ask", at(server, "able"), "--no-setup-check", "--suite", str(root))
        first = cli(*words)
        assert (first.returncode, picky.count) == (0, 3), first.stderr
        asked = len(server.requests)
        case = root / "cases/predict/PR1-closures/case.yaml"
        case.write_text(case.read_text().replace("max_tokens: 200", "max_tokens: 201"))
        assert cli(*words).returncode == 0
        assert (len(server.requests), picky.count) == (asked + 1, 3)
        shown = json.loads(cli("models", "show", at(server, "able"), "--json").stdout)
    assert shown["dialect"] == [
        "max_tokens: sent as max_completion_tokens (max_tokens was refused)",
        "temperature: server default (0.0 was refused)",
        "system role: sent as part of the user's message (refused)",
    ]
