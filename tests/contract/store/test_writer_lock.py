from __future__ import annotations

import multiprocessing
import os
import random
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from crucibleforge.core.errors import StoreError
from crucibleforge.store import Store, inspect_store, open_store
from tests.contract.store.doomed_writer import FACTS, question, stored, write_without_end
from tests.contract.store.examples import plain_turn

KILLS = 20
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["crucibleforge.store", "sqlalchemy.dialects.postgresql.psycopg", "psycopg"])


def start(place: str, done: int = 0) -> tuple[ForkServerProcess, Connection]:
    receiver, sender = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=write_without_end, args=(place, done, sender))
    process.start()
    sender.close()
    return process, receiver


def kill(process: ForkServerProcess, receiver: Connection) -> int:
    """Kill a writer, and give how many facts it had reported."""
    process.kill()
    process.join()
    last = 0
    try:
        while True:
            last = receiver.recv()
    except EOFError:
        receiver.close()
    return last


def test_a_killed_writer_loses_nothing_that_it_reported_and_leaves_no_lock(place: str) -> None:
    chance = random.Random(20310409)
    there = 0
    for _ in range(KILLS):
        process, receiver = start(place, there)
        for _ in range(chance.randrange(1, FACTS)):
            acknowledged = receiver.recv()
        process.join(chance.uniform(0, 0.02))
        acknowledged = max(acknowledged, kill(process, receiver))
        with open_store(place) as store:
            there = stored(store)
        assert acknowledged <= there <= acknowledged + 1
    assert there >= KILLS
    assert not [finding for finding in inspect_store(place) if finding.is_fault]
    with open_store(place) as store, store.writer("heir") as writer:
        writer.begin_run("run")


def test_the_lock_names_its_holder(place: str) -> None:
    process, receiver = start(place)
    receiver.recv()
    with (
        open_store(place) as store,
        pytest.raises(StoreError, match=rf"'doomed' \(process {process.pid} on .*, since 20"),
    ):
        store.writer("late").__enter__()
    kill(process, receiver)


def test_a_process_cannot_write_twice_at_once(store: Store) -> None:
    with store.writer("first"):
        with pytest.raises(
            StoreError, match=rf"'first' \(process {os.getpid()} on .*, since 2031-04-09 12:00:00 UTC\)"
        ) as caught:
            store.writer("second").__enter__()
        assert caught.value.hint
    with store.writer("third") as writer:
        writer.begin_run("third")


def test_a_link_to_a_store_is_the_same_store(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as store, store.writer("first"):
        (tmp_path / "link.db").symlink_to(tmp_path / "store.db")
        with (
            open_store(tmp_path / "link.db") as other,
            pytest.raises(StoreError, match="first"),
            other.writer("second"),
        ):
            pass


def test_a_writer_that_failed_lets_go(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.writer("first"):
        raise ZeroDivisionError
    with store.writer("second") as writer:
        assert writer.begin_run("second") == 1


def test_reading_goes_on_while_another_writes(place: str, store: Store) -> None:
    with store.writer("first") as writer, open_store(place) as reader:
        answer_id = writer.begin_answer(*question(0))
        writer.add_turn(answer_id, 1, plain_turn("a"))
        assert reader.turns(answer_id) == (plain_turn("a"),)


def test_a_holder_that_was_killed_is_forgotten_whatever_host_it_ran_on(place: str) -> None:
    process, receiver = start(place)
    receiver.recv()
    with open_store(place) as store:
        with store._engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.exec_driver_sql("UPDATE writers SET host = 'elsewhere'")
        with pytest.raises(StoreError, match="on elsewhere"):
            store.writer("late").__enter__()
        kill(process, receiver)
        with store.writer("heir") as writer:
            assert writer.begin_run("heir") == 1
