from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from crucibleforge.core.conversation import Usage
from crucibleforge.core.errors import StoreError
from crucibleforge.core.money import Cost
from crucibleforge.store import Store, open_store
from crucibleforge.store._migrate import HEAD, MIGRATIONS, VERSION_TABLE
from crucibleforge.store._tables import metadata
from tests.contract.store.examples import CONTENT, VERDICT, plain_turn, put_exemplar_verdict

COST = ("cost_usd", "price_source", "price_as_of")
BILLED = tuple(f"billed_{name}_tokens" for name in ("prompt", "completion", "cached", "reasoning"))
COSTS = {"turns": (*BILLED, *COST), "judge_votes": COST}
"""What the tables did not have before costs were kept."""
TRIALS = {**COSTS, "calibrations": ("trial",)}
CAME_LATER: dict[str, dict[str, tuple[str, ...]]] = {"0001": TRIALS, "0002": TRIALS, "0003": COSTS, "0004": {}}


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


@pytest.mark.parametrize(
    ("version", "came_later"),
    [
        ("0001", ("setup_checks", "exemplar_verdicts", "contents")),
        ("0002", ("exemplar_verdicts", "contents")),
        ("0003", ("contents",)),
        ("0004", ("contents",)),
    ],
)
def test_a_store_of_an_older_version_is_upgraded_with_all_it_holds(
    place: str, version: str, came_later: tuple[str, ...]
) -> None:
    with open_store(place) as store, store.writer("test") as writer:
        answer_id = writer.begin_answer("m", "q", 1, "s")
        writer.add_turn(answer_id, 1, plain_turn("kept"))
        writer.put_calibration("j", judge="fair", identity="fair | q4", passed=True, words="all right")
        with store._engine.connect().execution_options(writes=True) as connection, connection.begin():
            for table in came_later:
                connection.exec_driver_sql(f"DROP TABLE {table}")
            for table, names in CAME_LATER[version].items():
                for name in names:
                    connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {name}")
            connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '{version}'")
    with open_store(place) as store, store.writer("test") as writer:
        writer.put_setup("m", "m | q4", "1", ())
        assert len(store.setups("m | q4")) == 1
        assert store.turns(answer_id) == (plain_turn("kept"),)
        priced = replace(plain_turn("new"), billed=Usage(7, 8), cost=Cost(0.25, "models.yaml", "2031-04-09"))
        writer.add_turn(answer_id, 2, priced)
        assert store.turns(answer_id)[1] == priced
        assert [(found.judge, found.is_trial) for found in store.calibrations()] == [("fair", False)]
        writer.put_contents([CONTENT])
        assert store.contents() == [CONTENT]
        put_exemplar_verdict(writer)
        assert [found.verdict for found in store.exemplar_verdicts("fair")] == [VERDICT]


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
