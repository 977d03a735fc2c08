"""Bring a store's tables to this version's shape, in one transaction."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from sqlalchemy import Connection, Engine, PoolProxiedConnection, func, inspect, select, text

from crucibleforge.core.clock import monotonic_s
from crucibleforge.core.errors import StoreError

__all__ = ["HEAD", "MIGRATIONS", "VERSION_TABLE", "prepare", "stored_version"]

HEAD = "0005"
"""The newest migration; a test compares it with the folder."""

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "crucibleforge_version"
_UPGRADE_KEY = 0x43464F55
_PATIENCE_S = 5.0
_POLL_S = 0.02


def prepare(engine: Engine, place: str) -> None:
    """Upgrade an old or empty store; one that is up to date is only read, and a database that is no store is left as it was.

    Raises:
        StoreError: for a store of a newer version, or a database that is something else.
    """
    with engine.connect() as connection, connection.begin():
        version = stored_version(connection, place)
    if engine.dialect.name == "sqlite":
        _use_write_ahead_log(engine)
    if version != HEAD:
        _upgrade(engine, place)


def _use_write_ahead_log(engine: Engine) -> None:
    # Readers then never wait for the writer. The mode stays with the file, and can't be set inside a transaction.
    connection = engine.raw_connection()
    deadline = monotonic_s() + _PATIENCE_S
    try:
        while not _switched(connection) and monotonic_s() < deadline:
            time.sleep(_POLL_S)
    finally:
        connection.close()


def _switched(connection: PoolProxiedConnection) -> bool:
    """Whether the mode is set; while others switch as well, SQLite says that the file is locked and lets nobody wait."""
    try:
        connection.cursor().execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


def _upgrade(engine: Engine, place: str) -> None:
    # Alembic takes as long to import as everything else here: only where it is needed, and before others wait for the lock.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _wait_for_other_upgraders(connection)
        version = stored_version(connection, place)
        if version == HEAD:
            return
        if version is not None and version not in known:
            raise StoreError(
                f"{place}: written by a newer CrucibleForge (tables of version {version}, this one knows {HEAD})",
                hint="update crucibleforge, or give another store",
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _wait_for_other_upgraders(connection: Connection) -> None:
    # SQLite has waited already, when the transaction began.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE_KEY, func.hashtext(func.current_schema()))))


def stored_version(connection: Connection, place: str) -> str | None:
    """Of the tables; None where there are none yet.

    Raises:
        StoreError: for a database that is something else.
    """
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        return str(connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")))  # noqa: S608 - a constant of ours
    if tables:
        raise StoreError(
            f"{place}: this database holds something else (table {min(tables)!r})",
            hint="give a store a file, database or schema of its own",
        )
    return None
