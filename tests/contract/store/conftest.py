from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy

from crucibleforge.store import Store, open_store
from tests.contract.store.examples import NOON
from tests.contract.store.postgres_server import postgres_binaries, running_postgres

_numbers = count(1)


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
    schema = f"store_{next(_numbers)}"
    engine = sqlalchemy.create_engine(postgres_server.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    engine.dispose()
    return f"{postgres_server}&options=-csearch_path%3D{schema}"


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
