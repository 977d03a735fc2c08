from __future__ import annotations

import os
import random
import resource
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy

from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import StoreError
from crucibleforge.store import open_store
from tests.contract.store.examples import plain_turn

NOBODY = 65534


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root may write anywhere, so step down for a moment."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach, unlike pytest's."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def files_end_at(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes: a write that the system refuses half way."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def big_turn() -> Turn:
    """A turn that no compression makes small."""
    return plain_turn(random.Random(1).randbytes(2_000_000).hex())


@pytest.mark.parametrize("place", ["store.db", "new/folder/store.db"])
def test_a_folder_that_may_not_be_written_is_named(open_folder: Path, place: str) -> None:
    open_folder.chmod(0o555)
    with as_ordinary_user(), pytest.raises(StoreError, match="cannot be opened for writing") as caught:
        open_store(open_folder / place)
    assert str(open_folder) in caught.value.message
    assert "you may write to it" in caught.value.hint
    assert list(open_folder.iterdir()) == []
    open_folder.chmod(0o755)


def test_a_store_that_became_read_only_is_refused(open_folder: Path) -> None:
    path = open_folder / "store.db"
    open_store(path).close()
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with as_ordinary_user(), pytest.raises(StoreError, match="cannot be opened for writing"):
        open_store(path)
    open_folder.chmod(0o755)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(tmp_path)


def test_a_write_that_the_disk_refuses_stores_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store, store.writer("test") as writer:
        answer_id = writer.begin_answer("m", "RP01", 1, "s")
        writer.add_turn(answer_id, 1, plain_turn("a"))
        with files_end_at(400_000), pytest.raises(StoreError) as caught:
            writer.add_turn(answer_id, 2, big_turn())
        assert "was stored before is safe" in caught.value.hint
        assert store.turns(answer_id) == (plain_turn("a"),)
        writer.add_turn(answer_id, 2, big_turn())
    with open_store(path) as store:
        assert store.turns(answer_id) == (plain_turn("a"), big_turn())


def test_a_store_that_cannot_be_created_for_lack_of_room_leaves_no_half_tables(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with files_end_at(20_000), pytest.raises(StoreError):
        open_store(path)
    with open_store(path) as store:
        assert store.answers() == []


def test_a_file_that_another_program_locks_is_waited_for_and_then_named(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    open_store(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    with open_store(path, patience_s=0.05) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program keeps it locked") as caught:
            store.writer("test").__enter__()
        assert caught.value.hint
        other.execute("ROLLBACK")
        other.close()
        with store.writer("test") as writer:
            writer.begin_run("test")


def test_a_new_store_waits_for_another_program_that_is_at_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, other.execute, ["ROLLBACK"])
    release.start()
    with open_store(path) as store:
        assert store.answers() == []
    release.join()
    other.close()


def test_a_server_that_is_not_there_is_reported_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="server cannot be reached") as caught:
        open_store(f"postgres://forge:s3cret@/postgres?host={tmp_path}")
    assert "s3cret" not in caught.value.message + caught.value.hint
    assert "forge:***@" in caught.value.message


def test_a_database_that_does_not_exist_is_reported(postgres_server: str) -> None:
    with pytest.raises(StoreError, match='"nowhere" does not exist'):
        open_store(postgres_server.replace("/postgres?", "/nowhere?"))


def test_a_schema_that_does_not_exist_is_reported(postgres_server: str) -> None:
    with pytest.raises(StoreError, match="the schema does not exist"):
        open_store(f"{postgres_server}&options=-csearch_path%3Dnowhere")


def test_a_user_without_rights_is_refused(postgres_url: str) -> None:
    engine = sqlalchemy.create_engine(postgres_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP ROLE IF EXISTS guest")
        connection.exec_driver_sql("CREATE ROLE guest LOGIN")
        schema = connection.exec_driver_sql("SELECT current_schema()").scalar()
        connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA {schema} TO guest")
    with pytest.raises(StoreError, match="refuses this user"):
        open_store(postgres_url.replace("forge@", "guest@"))
    engine.dispose()


def test_a_writer_whose_connection_broke_writes_no_more(postgres_url: str) -> None:
    engine = sqlalchemy.create_engine(postgres_url.replace("postgresql:", "postgresql+psycopg:"))
    with open_store(postgres_url) as store, store.writer("test") as writer:
        answer_id = writer.begin_answer("m", "q", 1, "s")
        writer.add_turn(answer_id, 1, plain_turn("a"))
        with engine.begin() as other:
            others = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
            other.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        with pytest.raises(StoreError, match="server cannot be reached"):
            writer.add_turn(answer_id, 2, plain_turn("b"))
        with pytest.raises(StoreError, match="the writer's lock with it"):
            writer.add_turn(answer_id, 2, plain_turn("b"))
        assert store.turns(answer_id) == (plain_turn("a"),)
    engine.dispose()
