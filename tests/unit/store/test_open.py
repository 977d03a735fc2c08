from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy

from crucibleforge.core.errors import ConfigError, StoreError
from crucibleforge.store import open_store
from crucibleforge.store._faults import explained


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("mysql://root@localhost/x", "mysql is not a database that a store can live in"),
        ("sqlite://", "sqlite is not"),
        ("", "no file"),
        (".", "no file"),
        (":memory:", "no file"),
        ("sqlite:///:memory:", "sqlite is not"),
        ("://", "no database URL"),
        ("postgresql://host:port/x", "no database URL"),
    ],
)
def test_a_place_that_cannot_hold_a_store_is_a_config_error(place: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        open_store(place)
    assert "postgresql://user@host/database" in caught.value.hint


def test_a_path_and_its_url_are_the_same_store(tmp_path: Path) -> None:
    path = tmp_path / "new" / "store.db"
    with open_store(path) as store, store.writer("test") as writer:
        writer.begin_run("here")
        assert store.place == str(path)
    with open_store(f"sqlite:///{path}") as store:
        assert [run.command for run in store.runs()] == ["here"]


def test_a_commit_survives_a_power_cut_and_readers_never_wait(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as store, store._engine.connect() as connection:
        pragmas = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS}
    assert pragmas == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_full_disk_is_called_by_its_name() -> None:
    engine = sqlalchemy.create_engine("sqlite://")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 2")
        connection.exec_driver_sql("CREATE TABLE t (x)")
        with pytest.raises(StoreError, match="here: there is no room left to write") as caught, explained("here"):
            connection.exec_driver_sql("INSERT INTO t VALUES (zeroblob(1000000))")
    engine.dispose()
    assert "free some space" in caught.value.hint


def test_a_mistake_of_ours_is_not_blamed_on_the_world() -> None:
    engine = sqlalchemy.create_engine("sqlite://")
    with engine.connect() as connection, pytest.raises(sqlalchemy.exc.OperationalError), explained("here"):
        connection.exec_driver_sql("SELECT nothing FROM nowhere")
    engine.dispose()
