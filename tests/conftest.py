from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.contract.store.postgres_server import fresh_schema, postgres_binaries, running_postgres

_numbers = count(1)

os.environ.pop("COLUMNS", None)  # the test runner's own width; a console that finds one at its making keeps it


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


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a private server; a laptop without PostgreSQL skips, a build does not."""
    binaries = postgres_binaries()
    if binaries is None:
        if os.environ.get("CI"):
            pytest.fail("missing real part: PostgreSQL (apt-get install postgresql)")
        pytest.skip("PostgreSQL is not installed")
    with running_postgres(binaries) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """A fresh schema on the private server."""
    return fresh_schema(postgres_server, f"store_{next(_numbers)}")
