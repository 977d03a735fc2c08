from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crucibleforge.store import Store, open_store
from tests.contract.store.examples import NOON


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be opened, on each database."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """An empty store in which it is always noon."""
    with open_store(place, clock=lambda: NOON) as opened:
        yield opened
