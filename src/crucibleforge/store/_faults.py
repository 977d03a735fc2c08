"""A database's failures in our words; the code decides, never the text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from crucibleforge.core.errors import StoreError

__all__ = ["explained"]

_FULL = ("there is no room left to write", "free some space and start again: all that was stored before is safe")
_CLOSED = ("it cannot be opened for writing", "check that the folder exists and that you may write to it")
_STRANGE = ("this is not a store, or it is damaged", "give another path, or restore it from a copy")
_BUSY = ("another program keeps it locked", "close that program (a database browser?) and start again")
_DISK = ("reading or writing failed", "check the disk and its free space: all that was stored before is safe")
_AWAY = ("the database server cannot be reached", "check that it runs, and host, port, user and database in the URL")
_BARRED = (
    "the database server refuses this user",
    "check user, password and rights; the user must be able to create tables",
)

_SQLITE: Mapping[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_PERM: _CLOSED,
    sqlite3.SQLITE_READONLY: _CLOSED,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_CORRUPT: _STRANGE,
    sqlite3.SQLITE_NOTADB: _STRANGE,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_IOERR: _DISK,
}

_POSTGRES: Mapping[str, tuple[str, str]] = {
    "53100": _FULL,
    "25006": _CLOSED,
    "42501": _BARRED,
    "28": _BARRED,
    "3F000": ("the schema does not exist", "create it, or name another one in the URL"),
    "55P03": _BUSY,
    "08": _AWAY,
    "57P": _AWAY,
    "3D000": _AWAY,
}
"""SQLSTATE, or how it begins."""


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn what the world does to a database into a StoreError; a mistake of ours stays what it is.

    Raises:
        StoreError: with the place, what happened and what to do.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        fault = _fault(error)
        if fault is None:
            raise
        what, hint = fault
        raise StoreError(f"{place}: {what} ({_words(error)})", hint=hint) from error
    except OSError as error:
        what, hint = _CLOSED
        raise StoreError(f"{place}: {what} ({error.strerror})", hint=hint) from error


def _fault(error: DBAPIError | sqlite3.Error) -> tuple[str, str] | None:
    code = getattr(_original(error), "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE.get(code & 0xFF)
    state = getattr(_original(error), "sqlstate", None)
    if isinstance(state, str):
        return next((fault for start, fault in _POSTGRES.items() if state.startswith(start)), None)
    return _AWAY if isinstance(error, OperationalError) else None


def _original(error: DBAPIError | sqlite3.Error) -> BaseException | None:
    """The driver's own error, within SQLAlchemy's or met directly."""
    return error.orig if isinstance(error, DBAPIError) else error


def _words(error: DBAPIError | sqlite3.Error) -> str:
    return str(_original(error)).strip().partition("\n")[0]
