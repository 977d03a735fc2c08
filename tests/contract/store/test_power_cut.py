"""What is left of a store when the power goes: its write-ahead log may end anywhere in what was not yet on the disk."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from crucibleforge.store import open_store
from tests.contract.store.examples import plain_turn

TURNS = 6
_HEADER, _FRAME_HEADER = 32, 24
_COMMIT = slice(4, 8)
"""Where a frame of the log says how large the database is after its transaction; 0 in all but the last frame of one."""


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """The files of a store as a killed writer leaves them: nobody closed it, and the log holds the last turns."""
    path, copy = tmp_path / "whole" / "store.db", tmp_path / "left"
    copy.mkdir()
    with open_store(path) as store, store.writer("test") as writer:
        answer_id = writer.begin_answer("m", "RP01", 1, "s")
        for number in range(1, TURNS + 1):
            writer.add_turn(answer_id, number, plain_turn(f"turn {number}"))
        for name in ("store.db", "store.db-wal"):
            shutil.copy(path.with_name(name), copy)
    return copy / "store.db"


def stored(path: Path) -> int:
    """How many turns are there, each as it was written."""
    with open_store(path) as store:
        turns = store.turns(1)
    assert turns == tuple(plain_turn(f"turn {number}") for number in range(1, len(turns) + 1))
    return len(turns)


def frames(log: Path) -> list[tuple[int, bool]]:
    """Where each frame of a log begins, and whether it ends a transaction."""
    data = log.read_bytes()
    size = _FRAME_HEADER + int.from_bytes(data[8:12], "big")
    starts = range(_HEADER, len(data) - size + 1, size)
    return [(start, data[start:][_COMMIT] != bytes(4)) for start in starts]


def last_transaction(log: Path) -> int:
    """Where the last transaction of a log begins."""
    found = frames(log)
    return next(start for (_, ends), (start, _) in zip(found[-2::-1], found[:0:-1], strict=False) if ends)


def test_a_store_is_whole_when_its_writer_was_killed(left: Path) -> None:
    assert stored(left) == TURNS


@pytest.mark.parametrize("damage", ["cut", "garbled", "zeroed"])
def test_a_torn_log_costs_its_last_transaction_at_most(left: Path, damage: str) -> None:
    log, chance = left.with_name("store.db-wal"), random.Random(damage)
    whole, begins = log.read_bytes(), last_transaction(log)
    for _ in range(10):
        torn = chance.randrange(begins, len(whole) - 1)
        rest = {"cut": b"", "garbled": chance.randbytes(len(whole) - torn), "zeroed": bytes(len(whole) - torn)}[damage]
        copy = left.parent / f"torn-{torn}"
        copy.mkdir()
        shutil.copy(left, copy)
        (copy / "store.db-wal").write_bytes(whole[:torn] + rest)
        assert stored(copy / "store.db") == TURNS - 1
        with open_store(copy / "store.db") as store, store.writer("next") as writer:
            writer.add_turn(writer.begin_answer("m", "RP01", 1, "s"), TURNS, plain_turn(f"turn {TURNS}"))
        assert stored(copy / "store.db") == TURNS


def test_a_log_that_never_reached_the_disk_leaves_what_was_there_before(left: Path) -> None:
    left.with_name("store.db-wal").unlink()
    assert stored(left) == 0


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store, store.writer("test") as writer:
        connection = writer._connection.connection
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.cursor().execute(f"PRAGMA {pragma}").fetchone() == (value,)
