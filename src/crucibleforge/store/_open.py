"""Open a store by path or URL."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from crucibleforge.core.clock import now_utc
from crucibleforge.core.errors import ConfigError

from ._faults import explained
from ._migrate import prepare
from ._store import Store

__all__ = ["engine_for", "is_sqlite", "open_store", "shown_place", "store_url"]


def open_store(place: str | Path, *, clock: Callable[[], datetime] = now_utc, patience_s: float = 5.0) -> Store:
    """Open a store, creating or upgrading its tables as needed; close it with `close` or `with`.

    Args:
        place: path of an SQLite file (its folder is created), or the URL of a PostgreSQL database.
        patience_s: how long to wait for a lock that another program holds on an SQLite file.

    Raises:
        ConfigError: for a URL that names no database we know, or a missing driver.
        StoreError: when it cannot be opened, belongs to a newer version, or is something else.
    """
    url = store_url(place)
    shown = shown_place(url)
    with explained(shown), ExitStack() as undo:
        if is_sqlite(url):
            Path(shown).parent.mkdir(parents=True, exist_ok=True)
        engine = engine_for(url, patience_s)
        undo.callback(engine.dispose)
        prepare(engine, shown)
        undo.pop_all()
    return Store(engine, shown, clock)


def shown_place(url: URL) -> str:
    """The path, or the URL without its password."""
    return url.database or "" if is_sqlite(url) else url.render_as_string(hide_password=True)


def store_url(place: str | Path) -> URL:
    """Where a store is, by the driver that we use.

    Raises:
        ConfigError: for a URL that names no database we know.
    """
    if isinstance(place, Path) or "://" not in place:
        if str(place) in ("", ".", ":memory:"):
            raise ConfigError(
                f"store: {str(place)!r} is no file that a store can live in",
                hint="give the path of an SQLite file, or postgresql://user@host/database",
            )
        return URL.create("sqlite", database=str(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise ConfigError("store: this is no database URL", hint="postgresql://user@host/database, or a path") from None
    backend = "postgresql" if url.drivername == "postgres" else url.get_backend_name()
    match backend:
        case "postgresql":
            return url.set(drivername="postgresql+psycopg")
        case "sqlite" if url.database and url.database != ":memory:":
            return url.set(drivername="sqlite")
        case _:
            raise ConfigError(
                f"store: {backend} is not a database that a store can live in",
                hint="give the path of an SQLite file, or postgresql://user@host/database",
            )


def is_sqlite(url: URL) -> bool:
    """Whether the store is a file."""
    return url.get_backend_name() == "sqlite"


def engine_for(url: URL, patience_s: float) -> Engine:
    """Connections as a store needs them.

    Raises:
        ConfigError: when the driver is missing.
    """
    if is_sqlite(url):
        engine = create_engine(url, connect_args={"timeout": patience_s})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise ConfigError(
            "store: the PostgreSQL driver is not installed", hint="pip install 'crucibleforge[postgres]'"
        ) from None


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Else the driver decides itself where transactions begin, and leaves DDL out of them.
    connection.isolation_level = None
    # A commit survives even a power cut: it costs one fsync, and what it saves cost a reply.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once where writing is meant: a reader that turns writer can't be made to wait its turn."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
