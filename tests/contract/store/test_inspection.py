from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from typer.testing import CliRunner

from crucibleforge.cli import doctor
from crucibleforge.core.errors import StoreError
from crucibleforge.store import inspect_store, open_store
from crucibleforge.store._migrate import VERSION_TABLE
from tests.contract.store.examples import plain_turn
from tests.contract.store.whole_store import ASKED, CASE, fill

_numbers = count(1)
NO_TEXT = zlib.compress(b"\xff").hex()


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "store.db"
    fill(str(path))
    return path


@pytest.fixture(scope="module")
def whole_database(postgres_server: str) -> str:
    with administered(postgres_server) as admin:
        admin.exec_driver_sql("CREATE DATABASE whole")
    fill(postgres_server.replace("/postgres?", "/whole?"))
    return postgres_server


@pytest.fixture(params=["sqlite", "postgres"])
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A copy of the whole store, to be spoilt."""
    if request.param == "sqlite":
        return str(shutil.copy(request.getfixturevalue("whole_file"), tmp_path / "store.db"))
    server: str = request.getfixturevalue("whole_database")
    name = f"spoilt_{next(_numbers)}"
    with administered(server) as admin:
        admin.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE whole")
    return server.replace("/postgres?", f"/{name}?")


@contextmanager
def administered(server: str) -> Iterator[sqlalchemy.Connection]:
    engine = sqlalchemy.create_engine(server.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        yield connection
    engine.dispose()


def plant(place: str, *statements: str) -> None:
    """Change the database behind the store's back, without its constraints."""
    if "://" not in place:
        with closing(sqlite3.connect(place)) as database, database:
            for statement in statements:
                database.execute(statement)
        return
    engine = sqlalchemy.create_engine(place.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in ("SET session_replication_role = replica", *statements):
            connection.exec_driver_sql(statement.replace("X'", "'\\x").replace("%", "%%"))
    engine.dispose()


def told(place: str, cases: Sequence[str] = (CASE,)) -> list[tuple[str, bool]]:
    return [(finding.what, finding.is_fault) for finding in inspect_store(place, cases)]


def test_in_a_whole_store_there_is_nothing_to_tell(whole: str) -> None:
    assert told(whole) == []


BEGUN = "INSERT INTO answers (id, model, case_id, attempt, question_stamp, begun, reason) VALUES (%d, 'm', 'FN01', %d, '%s', '2031-04-09T12:00:00+00:00', '')"  # fmt: skip
SETTLE = "UPDATE answers SET finished = begun, outcome = 'answered' WHERE id = %d"
TURNED = "INSERT INTO turns SELECT {} FROM turns WHERE answer_id = 1 AND number = 1"
JUDGED = "INSERT INTO verdicts (id, answer_id, judge_stamp, question_id, at, answer) SELECT %d, %d, judge_stamp, question_id, at, '%s' FROM verdicts WHERE id = 1"  # fmt: skip
VOTED = "UPDATE judge_votes SET verdict_id = %d WHERE verdict_id = 1 AND number = 3"

FAULTS: list[tuple[list[str], list[str]]] = [
    (["loose rows"] * 4, ["DELETE FROM answers"]),
    (["loose rows"], ["DELETE FROM verdicts"]),
    (["loose rows"] * 2, ["DELETE FROM runs"]),
    (["missing stamp", "unknown stamps"], ["UPDATE answers SET question_stamp = ''"]),
    (["missing stamp", "unknown stamps"], ["UPDATE grades SET check_stamp = 'c1'"]),
    (["missing stamp", "unknown stamps"], ["UPDATE verdicts SET judge_stamp = 'x'"]),
    (["unreadable text"], ["UPDATE turns SET raw = X'0011' WHERE number = 2"]),
    (["unreadable text"], [f"UPDATE turns SET thinking = X'{NO_TEXT}'"]),
    (["unreadable text"], ["UPDATE judge_votes SET raw = X'00'"]),
    (["unreadable text"], ["UPDATE grades SET checks = '[{'"]),
    (["unreadable text"], ["UPDATE answers SET begun = 'yesterday'"]),
    (["unreadable text"], ["UPDATE contents SET content = X'00' WHERE aspect = 'check'"]),
    (["unknown word"], ["UPDATE answers SET outcome = 'splendid'"]),
    (["unknown word"], ["UPDATE judge_votes SET said = 'MAYBE' WHERE number = 2"]),
    (["half-written answer"], ["UPDATE answers SET outcome = NULL"]),
    (["answer without turns", "quote from a missing turn"], ["DELETE FROM turns"]),
    (["gap in turns"], ["UPDATE turns SET number = 3 WHERE number = 1"]),
    (["gap in turns", "quote from a missing turn"], ["UPDATE turns SET number = 3 WHERE number = 2"]),
    (["answer begun twice"], [BEGUN % (8, 2, ASKED), BEGUN % (9, 2, ASKED)]),
    (["grade of another case"], ["UPDATE grades SET case_id = 'FN02'"]),
    (["half-written verdict"], [JUDGED % (9, 1, "")]),
    (["gap in votes"], ["DELETE FROM judge_votes WHERE number = 2"]),
    (["quote without a place"], ['UPDATE judge_votes SET "end" = NULL WHERE number = 3']),
    (["quote without a place"], ["UPDATE judge_votes SET turn = NULL WHERE number = 1"]),
    (["quote from a missing turn"], ["UPDATE judge_votes SET turn = 7 WHERE number = 1"]),
    (["missing tables"], ["DROP TABLE exemplar_verdicts"]),
    (["missing tables"], ["ALTER TABLE turns DROP COLUMN note"]),
    (["grade of an answer in flight", "verdict on an answer in flight"], ["UPDATE answers SET finished = NULL, outcome = NULL"]),
    (["verdict begun twice"], [JUDGED % (8, 1, ""), JUDGED % (9, 1, ""), "UPDATE judge_votes SET verdict_id = 8, number = 1 WHERE number = 3", "UPDATE judge_votes SET verdict_id = 9 WHERE number = 2"]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "statements"), FAULTS)
def test_a_planted_fault_is_named(whole: str, what: list[str], statements: list[str]) -> None:
    plant(whole, *statements)
    found = inspect_store(whole, ["FN01", "FN02"])
    assert [finding.what for finding in found if finding.is_fault] == [
        name for name in what if "unknown st" not in name
    ]
    assert {finding.what for finding in found} >= set(what)
    assert all(finding.where and finding.advice for finding in found)


LEFT: list[tuple[str, list[str]]] = [
    ("answer in flight", [BEGUN % (9, 2, ASKED)]),
    ("duplicate answer", [BEGUN % (9, 1, ASKED), SETTLE % 9, "UPDATE turns SET answer_id = 9, number = 1 WHERE number = 2", "UPDATE judge_votes SET turn = 1"]),
    ("duplicate verdict", [JUDGED % (9, 1, "NO"), "UPDATE judge_votes SET verdict_id = 9, number = 1 WHERE number = 3"]),
    ("verdict in flight", [JUDGED % (9, 1, ""), "UPDATE judge_votes SET verdict_id = 9 WHERE number = 3"]),
    ("run without an end", ["UPDATE runs SET finished = NULL"]),
    ("answer of no model", ["UPDATE models SET name = 'n'"]),
    ("unknown stamps", [f"UPDATE answers SET question_stamp = '{'0' * 16}'"]),
    ("unknown stamps", ["DELETE FROM contents"]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "statements"), LEFT)
def test_what_a_run_leaves_open_is_told_and_is_no_fault(whole: str, what: str, statements: list[str]) -> None:
    plant(whole, *statements)
    found = told(whole)
    assert (what, False) in found
    assert not any(is_fault for _, is_fault in found)


def test_grades_of_a_case_that_no_suite_has_are_told(whole: str) -> None:
    assert told(whole, ["FN02"]) == [("grades of a case in no suite", False)]
    assert told(whole, []) == [], "without a suite this is not known"


def test_a_damaged_file_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store, store.writer("test") as writer:
        answer = writer.begin_answer("m", CASE, 1, ASKED)
        for number in range(1, 40):
            writer.add_turn(answer, number, replace(plain_turn("x" * 3_000), note="y" * 3_000))
    data = bytearray(path.read_bytes())
    data[-20 * 4096 : -18 * 4096] = bytes(2 * 4096)
    path.write_bytes(data)
    before = {found.name: found.read_bytes() for found in tmp_path.iterdir()}
    (finding,) = inspect_store(str(path))
    assert (finding.what, finding.is_fault) == ("damaged file", True)
    assert ".recover" in finding.advice
    assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == before


def test_looking_writes_nothing_and_upgrades_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    open_store(path).close()
    plant(str(path), f"UPDATE {VERSION_TABLE} SET version_num = '0001'")
    before = {found.name: found.read_bytes() for found in tmp_path.iterdir()}
    assert told(str(path)) == [("older version", False)]
    assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == before


def test_a_store_is_looked_over_while_another_process_writes_to_it(whole: str) -> None:
    with open_store(whole) as store, store.writer("busy") as writer:
        writer.begin_answer("m", CASE, 2, ASKED)
        assert told(whole) == [("answer in flight", False)]


@pytest.mark.parametrize("version", ["9999", None])
def test_what_is_no_store_of_ours_is_refused(place: str, version: str | None) -> None:
    open_store(place).close()
    plant(place, f"UPDATE {VERSION_TABLE} SET version_num = '{version}'" if version else f"DROP TABLE {VERSION_TABLE}")
    with pytest.raises(StoreError) as caught:
        inspect_store(place)
    assert ("newer CrucibleForge" if version else "holds something else") in caught.value.message
    assert caught.value.hint


def test_looking_at_nothing_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        inspect_store(str(tmp_path / "store.db"))
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_what_to_do_and_exits_with_3(whole: str) -> None:
    def said(*words: str) -> Any:
        return CliRunner(env={"COLUMNS": "200"}).invoke(doctor.app, ["--store", whole, *words])

    assert said().exit_code == 0
    plant(whole, "UPDATE turns SET number = 3 WHERE number = 1")
    done = said()
    assert done.exit_code == 3
    assert "gap in turns: 1 answer: 1" in done.stdout
    assert "-> restore the store from a copy" in done.stdout
    assert '"what": "store: gap in turns"' in said("--json").stdout
