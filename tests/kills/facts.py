"""What a store holds for good: read beside the program, and without touching the files that it left."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy

_SETTLED: Mapping[str, str] = {
    "answers": "finished IS NOT NULL",
    "failures": "true",
    "turns": "true",
    "grades": "true",
    "verdicts": "answer <> ''",
    "judge_votes": "true",
    "setup_checks": "true",
    "calibrations": "true",
}
"""Table -> which of its rows never change again."""

Fact = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Rows exactly as they lie in the database: table -> rows."""

    rows: Mapping[str, frozenset[Fact]]
    numbers: frozenset[int]
    """Of the replies that are stored: turns of answers, and votes of the judge."""

    def count(self, table: str) -> int:
        """How many settled rows a table has."""
        return len(self.rows.get(table, ()))

    def lost_since(self, earlier: Facts) -> int:
        """How many rows of an earlier look are gone or changed."""
        return sum(len(rows - self.rows.get(table, frozenset())) for table, rows in earlier.rows.items())


def facts(place: str) -> Facts:
    """Everything settled in a store; nothing where there is no store yet."""
    with _engine(place) as engine, engine.connect() as connection:
        tables = set(sqlalchemy.inspect(connection).get_table_names())
        rows = {
            table: frozenset(map(tuple, connection.exec_driver_sql(f"SELECT * FROM {table} WHERE {settled}")))
            for table, settled in _SETTLED.items()
            if table in tables
        }
        counts = [
            connection.exec_driver_sql(f"SELECT completion_tokens FROM {table}").scalars()
            for table in ("turns", "judge_votes")
            if table in tables
        ]
        return Facts(rows, frozenset(number for column in counts for number in column))


@contextmanager
def _engine(place: str) -> Iterator[sqlalchemy.Engine]:
    if "://" in place:
        with _disposed(place.replace("postgresql:", "postgresql+psycopg:")) as engine:
            yield engine
        return
    # Whoever opens a store after a kill mends it, and that is the next program's business: look at a copy.
    with tempfile.TemporaryDirectory() as folder:
        for left in Path(place).parent.glob(f"{Path(place).name}*"):
            shutil.copy(left, folder)
        with _disposed(f"sqlite:///{folder}/{Path(place).name}") as engine:
            yield engine


@contextmanager
def _disposed(url: str) -> Iterator[sqlalchemy.Engine]:
    engine = sqlalchemy.create_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()
