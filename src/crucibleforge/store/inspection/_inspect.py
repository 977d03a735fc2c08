"""Open a store to be looked over, and look."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, inspect
from sqlalchemy.exc import DatabaseError

from crucibleforge.core.errors import StoreError
from crucibleforge.store._faults import explained
from crucibleforge.store._migrate import HEAD, stored_version
from crucibleforge.store._open import engine_for, is_sqlite, shown_place, store_url
from crucibleforge.store._tables import metadata

from ._columns import unreadable
from ._facts import facts_out_of_order
from ._finding import StoreFinding
from ._links import loose_rows
from ._stamps import unexplained

__all__ = ["inspect_store"]

_RESTORE = "restore the store from a copy; without one, `sqlite3 FILE .recover` saves what can still be read"
_PATIENCE_S = 5.0


def inspect_store(place: str, cases: Collection[str] = ()) -> tuple[StoreFinding, ...]:
    """All that is wrong with a store, and what its owner should know besides. Nothing is written, upgraded or created.

    Args:
        place: path of an SQLite file, or the URL of a PostgreSQL database.
        cases: ids of all cases that a suite or one of its releases has.

    Raises:
        ConfigError: for a URL that names no database we know, or a missing driver.
        StoreError: when there is no store to look at, or a newer version's.
    """
    url = store_url(place)
    shown = shown_place(url)
    if not is_sqlite(url):
        return _looked_over(url, shown, cases)
    log = Path(f"{shown}-wal")
    # Without a log nobody is at the file, and SQLite need not make one to read it.
    is_still = not log.exists()
    found = _looked_over(_to_read(shown, is_still=is_still), shown, cases)
    return _looked_over(_to_read(shown, is_still=False), shown, cases) if is_still and log.exists() else found


def _to_read(path: str, *, is_still: bool) -> URL:
    mode = {"mode": "ro", "uri": "true", **({"immutable": "1"} if is_still else {})}
    return URL.create("sqlite", database=Path(path).absolute().as_uri(), query=mode)


def _looked_over(url: URL, place: str, cases: Collection[str]) -> tuple[StoreFinding, ...]:
    with _snapshot(url, place) as connection:
        return tuple(_findings(connection, place, cases))


@contextmanager
def _snapshot(url: URL, place: str) -> Iterator[Connection]:
    """One state of the store, whatever others write meanwhile."""
    engine = engine_for(url, _PATIENCE_S)
    try:
        with explained(place), engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            connection.begin()
            yield connection
            connection.rollback()  # a damaged file can't even be committed to
    finally:
        engine.dispose()


def _findings(connection: Connection, place: str, cases: Collection[str]) -> Iterator[StoreFinding]:
    if connection.dialect.name == "sqlite" and (damage := _damage(connection)):
        yield StoreFinding("damaged file", damage, _RESTORE)
        return
    version = stored_version(connection, place)
    if version is None:
        raise StoreError(f"{place}: an empty database", hint="`crucibleforge run MODEL` makes a store of it")
    if version > HEAD:
        words = f"written by a newer CrucibleForge (tables of version {version}, this one knows {HEAD})"
        raise StoreError(f"{place}: {words}", hint="update crucibleforge, and look again")
    if version < HEAD:
        words = f"its tables are of version {version}, the newest is {HEAD}"
        advice = "`crucibleforge score` upgrades it, as every command does but this one; then look again"
        yield StoreFinding("older version", words, advice, is_fault=False)
        return
    if missing := _missing(connection):
        yield StoreFinding("missing tables", ", ".join(missing), _RESTORE)
        return
    broken = tuple(unreadable(connection))
    yield from broken
    yield from loose_rows(connection)
    yield from facts_out_of_order(connection, cases)
    if not broken:
        yield from unexplained(connection)


def _damage(connection: Connection) -> str:
    """What SQLite says of its file; nothing where it is sound."""
    try:
        said = list(connection.exec_driver_sql("PRAGMA integrity_check").scalars())
    except DatabaseError as error:
        if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return str(error.orig)
    return "" if said == ["ok"] else "; ".join(said)


def _missing(connection: Connection) -> list[str]:
    """Tables, and columns as `table.column`."""
    found = inspect(connection)
    there = {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}
    gone = [table for table in metadata.tables if table not in there]
    return gone + [
        f"{name}.{column.name}"
        for name, table in metadata.tables.items()
        for column in table.columns
        if name in there and column.name not in there[name]
    ]
