"""Text that cannot be read, and words that nobody knows."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, Table, select, type_coerce
from sqlalchemy.types import NullType, TypeDecorator

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.store import _tables as tables

from ._finding import RESTORE, StoreFinding, listed

__all__ = ["unreadable"]

_OUTCOMES, _ANSWERS = frozenset(map(str, Outcome)), frozenset(map(str, VerdictAnswer))
_WORDS = {
    tables.answers.c.outcome: _OUTCOMES,
    tables.turns.c.outcome: _OUTCOMES,
    tables.grades.c.outcome: _OUTCOMES,
    tables.verdicts.c.answer: _ANSWERS | {tables.OPEN},
    tables.judge_votes.c.answer: _ANSWERS,
    tables.judge_votes.c.said: _ANSWERS,
    tables.exemplar_verdicts.c.answer: _ANSWERS,
}
_BATCH = 200
"""Rows held at a time: a turn may be megabytes."""


def unreadable(connection: Connection) -> Iterator[StoreFinding]:
    """Columns whose values cannot be read back."""
    for table in tables.metadata.sorted_tables:
        garbled: dict[str, list[str]] = defaultdict(list)
        strange: dict[str, list[str]] = defaultdict(list)
        for key, column, spelling, value in _values(connection, table):
            try:
                read = spelling.process_result_value(value, connection.dialect)
            except (zlib.error, ValueError, TypeError):
                garbled[column.name].append(key)
            else:
                if read is not None and read not in _WORDS.get(column, (read,)):
                    strange[column.name].append(key)
        for name, keys in garbled.items():
            yield StoreFinding("unreadable text", f"{table.name}.{name} of {listed('row', keys)}", RESTORE)
        for name, keys in strange.items():
            yield StoreFinding("unknown word", f"{table.name}.{name} of {listed('row', keys)}", RESTORE)


def _values(connection: Connection, table: Table) -> Iterator[tuple[str, Column[Any], TypeDecorator[Any], Any]]:
    """Key, column, its spelling, and the value as the database holds it, of every column with a spelling of its own."""
    spelled = [(column, column.type) for column in table.columns if isinstance(column.type, TypeDecorator)]
    keys = list(table.primary_key.columns)
    columns = [*keys, *(column for column, _ in spelled)]
    raw: list[ColumnElement[Any]] = [type_coerce(column, NullType()).label(f"{column.name}_raw") for column in columns]
    with connection.execute(select(*raw).execution_options(yield_per=_BATCH)) as rows:
        for row in rows:
            key = _key(row, len(keys))
            for (column, spelling), value in zip(spelled, row[len(keys) :], strict=True):
                yield key, column, spelling, value


def _key(row: Row[Any], length: int) -> str:
    return "/".join(str(value) for value in row[:length])
