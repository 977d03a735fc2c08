from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _clean_surroundings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, no configuration and no store of the person who runs the tests."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith("CRUCIBLEFORGE_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))


@pytest.fixture(scope="session")
def tiny_root() -> Path:
    """The tiny suite, to be read only."""
    return Path(__file__).parent / "data" / "tiny"
