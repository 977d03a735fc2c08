from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, insert, select

from crucibleforge.core.errors import StoreError
from crucibleforge.store import Store, inspect_store, open_store
from crucibleforge.store._migrate import HEAD, MIGRATIONS, VERSION_TABLE
from crucibleforge.store._open import engine_for, store_url
from crucibleforge.store._tables import metadata
from tests.contract.store.examples import plain_turn
from tests.contract.store.whole_store import fill


def test_the_migrations_lead_to_exactly_the_declared_tables(store: Store) -> None:
    with store._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []


def test_the_newest_migration_is_the_one_that_a_store_is_opened_for() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [HEAD]


def test_many_may_open_a_new_store_at_once(place: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(open_store, [place] * 4))
    assert [store.answers() for store in stores] == [[]] * 4
    for store in stores:
        store.close()


VERSIONS = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
Rows = dict[str, list[dict[str, Any]]]


@pytest.mark.parametrize("version", sorted(VERSIONS)[:-1])
def test_every_fact_of_an_older_version_survives_the_upgrade(place: str, tmp_path: Path, version: str) -> None:
    fill(str(tmp_path / "new.db"))
    new = rows_in(str(tmp_path / "new.db"))
    make_older(place, version)
    put_rows(place, new)
    old = rows_in(place)
    kept = [name for name in old if name != VERSION_TABLE]
    assert all(len(old[name]) == len(new[name]) > 0 for name in kept), "every table of then has all its facts"
    open_store(place).close()
    found = rows_in(place)
    for name in kept:
        assert [{column: row[column] for column in old[name][0]} for row in found[name]] == old[name]
    assert not [finding for finding in inspect_store(place) if finding.is_fault]
    fill(place)
    assert {
        name: len(rows) for name, rows in rows_in(place).items() if name in ("answers", "turns", "calibrations")
    } == {
        "answers": 2,
        "turns": 4,
        "calibrations": 2,
    }


def make_older(place: str, version: str) -> None:
    """An empty store as that version made it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = engine_for(store_url(place), 1)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()


def rows_in(place: str) -> Rows:
    """Every row of every table, as the database has them."""
    engine, there = engine_for(store_url(place), 1), MetaData()
    with engine.connect() as connection:
        there.reflect(connection)
        found = {
            table.name: [dict(row._mapping) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in there.sorted_tables
        }
    engine.dispose()
    return found


def put_rows(place: str, rows: Rows) -> None:
    """Fill the tables that are there with what they have columns for."""
    engine, there = engine_for(store_url(place), 1), MetaData()
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        there.reflect(connection)
        for table in there.sorted_tables:
            if table.name != VERSION_TABLE:
                known = [{column.name: row[column.name] for column in table.c} for row in rows[table.name]]
                connection.execute(insert(table), known)
            if connection.dialect.name == "postgresql" and "id" in table.c:
                connection.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), (SELECT max(id) FROM {table.name}))"
                )
    engine.dispose()


def test_a_store_of_a_newer_version_is_left_alone(place: str) -> None:
    with open_store(place) as store, store._engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    with pytest.raises(StoreError, match="written by a newer CrucibleForge") as caught:
        open_store(place)
    assert "update crucibleforge" in caught.value.hint


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database\n" * 500)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not a store, or it is damaged") as caught:
        open_store(path)
    assert str(path) in caught.value.message
    assert caught.value.hint
    assert path.read_bytes() == before


def test_a_damaged_store_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store, store.writer("test") as writer:
        answer_id = writer.begin_answer("m", "q", 1, "s")
        writer.add_turn(answer_id, 1, plain_turn("x" * 200_000))
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(StoreError, match="damaged"), open_store(path) as store:
        store.turns(answer_id)


def test_another_program_s_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"holds something else \(table 'songs'\)") as caught:
        open_store(path)
    assert caught.value.hint
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["music.db"]


def test_another_program_s_schema_is_left_alone(postgres_url: str) -> None:
    engine = sqlalchemy.create_engine(postgres_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE songs (title TEXT)")
    with pytest.raises(StoreError, match="holds something else"):
        open_store(postgres_url)
    assert sqlalchemy.inspect(engine).get_table_names() == ["songs"]
    engine.dispose()
